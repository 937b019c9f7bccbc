import { syntaxError } from "../odata-error.ts";

/** A name that needs no quotes: plain ASCII words. The bare word `id` is one of the engine's own. */
export function isPlainName(text: string): boolean {
  return /^[A-Za-z][A-Za-z0-9_]*$/.test(text) && text !== "id";
}

/** The name in a list such as `$select`: plain, quoted, an internal id, with a repetition. @throws ODataError */
export function readName(text: string): string {
  const [, quoted, plain = "", repetition = ""] = /^(?:"([^"]+)"|([^"[\]]+))(\[\d+\])?$/.exec(text) ?? [];
  if (quoted !== undefined) return quoted + repetition;
  if (!isPlainName(plain) && !/^FM[FT]ID:\d+$/.test(plain)) throw syntaxError(text);
  return plain + repetition;
}

import { syntaxError } from "../odata-error.ts";

/** Returns true if a name needs no quotes: ASCII letters, digits and underscores. The word `id` is reserved by the engine. */
export function isPlainName(text: string): boolean {
  return /^[A-Za-z][A-Za-z0-9_]*$/.test(text) && text !== "id";
}

/** Returns the name in a list such as `$select`: plain, quoted, an internal id, with a repetition. @throws ODataError */
export function readName(text: string): string {
  const [, quoted, plain = "", repetition = ""] = /^(?:"([^"]+)"|([^"[\]]+))(\[\d+\])?$/.exec(text) ?? [];
  if (quoted !== undefined) return quoted + repetition;
  if (!isPlainName(plain) && !/^FM[FT]ID:\d+$/.test(plain)) throw syntaxError(text);
  return plain + repetition;
}

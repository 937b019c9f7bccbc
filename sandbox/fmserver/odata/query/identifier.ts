import { syntaxError } from "../odata-error.ts";

/**
 * Returns true if a name needs no quotes: ASCII letters, digits, underscores and dots. The word `id` is reserved by the engine. Claris
 * asks for quotes around underscores, but `_trigger.names` works without: https://github.com/oogi-io/fm-odata-skill (22.0, 2026-09-29).
 */
export function isPlainName(text: string): boolean {
  return /^[A-Za-z_][A-Za-z0-9_]*(?:\.[A-Za-z_][A-Za-z0-9_]*)*$/.test(text) && text !== "id";
}

/** Returns the name in a list such as `$select`: plain, quoted, an internal id, with a repetition. @throws ODataError */
export function readName(text: string): string {
  const [, quoted, plain = "", repetition = ""] = /^(?:"([^"]+)"|([^"[\]]+))(\[\d+\])?$/.exec(text) ?? [];
  if (quoted !== undefined) return quoted + repetition;
  if (!isPlainName(plain) && !/^FM[FT]ID:\d+$/.test(plain)) throw syntaxError(text);
  return plain + repetition;
}

import { syntaxError } from "../odata-error.ts";

/** Splits at a separator outside of quotes and parentheses. @throws ODataError for an unclosed one */
export function splitTop(text: string, separator: string): readonly string[] {
  const parts: string[] = [];
  let start = 0;
  let depth = 0;
  let quote: string | undefined;
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at];
    if (quote !== undefined) {
      if (letter === quote) quote = undefined;
    } else if (letter === "'" || letter === '"') quote = letter;
    else if (letter === "(") depth += 1;
    else if (letter === ")") {
      depth -= 1;
      if (depth < 0) throw syntaxError(text.slice(at));
    } else if (letter === separator && depth === 0) {
      parts.push(text.slice(start, at).trim());
      start = at + 1;
    }
  }
  if (quote !== undefined || depth !== 0) throw syntaxError(text.slice(start));
  parts.push(text.slice(start).trim());
  return parts;
}

import { DataRefused, quoted } from "../refused.ts";

/** Token of a filter. */
export interface FilterWord {
  readonly kind: "text" | "name" | "moment" | "number" | "word" | "sign";
  readonly text: string;
}

/** Token patterns. Anything else is not part of a filter, including `$`, `/`, `@` and `;`. */
const patterns: readonly (readonly [FilterWord["kind"] | "blank", RegExp])[] = [
  ["blank", /\s+/y],
  ["text", /'(?:[^']|'')*'/y],
  ["name", /"[^"]+"(?:\[\d{1,4}\])?/y],
  ["moment", /\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,12})?)?(?:Z|[+-]\d\d:\d\d)?)?(?![\w:-])/y],
  ["moment", /\d\d:\d\d(?::\d\d)?(?![\w:])/y],
  ["number", /-?\d{1,30}(?:\.\d{1,30})?(?![\w.])/y],
  ["word", /[\p{L}_][\p{L}\p{N}_]*(?:\[\d{1,4}\])?/uy],
  ["sign", /[(),]/y],
];

/** @throws DataRefused at the first character that doesn't belong to a token */
export function filterWords(text: string): readonly FilterWord[] {
  const words: FilterWord[] = [];
  for (let at = 0; at < text.length; ) {
    const next = wordAt(text, at);
    if (next === undefined) throw notUnderstood(text.slice(at));
    if (next.kind !== "blank") words.push({ kind: next.kind, text: next.text });
    at += next.text.length;
  }
  return words;
}

export function notUnderstood(at: string): DataRefused {
  const where = at === "" ? "at its end" : `at ${quoted(at.slice(0, 40))}`;
  return new DataRefused(
    `Invalid filter ${where}. A filter can have fields, 'text', numbers, dates, eq ne gt ge lt le in, and or not, parentheses and functions such as contains(field,'text'); write a name with spaces as "First name".`,
  );
}

function wordAt(text: string, at: number) {
  for (const [kind, pattern] of patterns) {
    pattern.lastIndex = at;
    const match = pattern.exec(text)?.[0];
    if (match !== undefined) return { kind, text: match };
  }
  return undefined;
}

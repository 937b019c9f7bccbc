import { syntaxError } from "../odata-error.ts";

/** Token of an expression. */
export interface Token {
  readonly kind: "text" | "number" | "temporal" | "word" | "quotedName" | "alias" | "sign";
  readonly text: string;
  readonly position: number;
}

const PATTERNS: readonly (readonly [Token["kind"] | "blank", RegExp])[] = [
  ["blank", /[ \t]+/y],
  ["text", /'(?:[^']|'')*'/y],
  ["quotedName", /"[^"]+"(?:\[\d+\])?/y],
  ["temporal", /\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)?)?(?![\w-])/y],
  ["temporal", /\d{1,4}:\d\d(?::\d\d(?:\.\d+)?)?(?![\w:])/y],
  ["number", /(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?(?![\w.])/y],
  ["word", /FM[FT]ID:\d+/y],
  ["word", /[A-Za-z_][A-Za-z0-9_]*(?:\.[A-Za-z_][A-Za-z0-9_]*)*(?:\[\d+\])?/y],
  ["alias", /@[A-Za-z_][A-Za-z0-9_]*/y],
  ["sign", /[(),/:-]/y],
];

/** Returns the tokens of an expression. @throws ODataError at the first invalid one */
export function tokens(text: string): readonly Token[] {
  const found: Token[] = [];
  let position = 0;
  while (position < text.length) {
    const next = tokenAt(text, position);
    if (next === undefined) throw syntaxError(text.slice(position));
    if (next.kind !== "blank") found.push({ kind: next.kind, text: next.text, position });
    position += next.text.length;
  }
  return found;
}

function tokenAt(text: string, position: number) {
  for (const [kind, pattern] of PATTERNS) {
    pattern.lastIndex = position;
    const match = pattern.exec(text)?.[0];
    if (match !== undefined) return { kind, text: match };
  }
  return undefined;
}

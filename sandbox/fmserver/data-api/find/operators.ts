/** Returns the leading operator, with single-character spellings normalized. */
export function leadingOperator(text: string): {
  readonly operator: "" | "=" | "==" | "<" | "<=" | ">" | ">=";
  readonly rest: string;
} {
  const [found = ""] = /^(?:==|<=|>=|=|<|>|≤|≥)/.exec(text) ?? [];
  const operator = found === "≤" ? "<=" : found === "≥" ? ">=" : (found as "" | "=" | "==" | "<" | "<=" | ">" | ">=");
  return { operator, rest: text.slice(found.length).trim() };
}

/** Returns the ends of `a...b` (also `a..b` and `a…b`), or undefined. */
export function rangeEnds(text: string): readonly [string, string] | undefined {
  const parts = /^(.+?)(?:\.{2,3}|…)(.+)$/.exec(text);
  return parts === null ? undefined : [(parts[1] ?? "").trim(), (parts[2] ?? "").trim()];
}

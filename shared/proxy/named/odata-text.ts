/** Splits a text at separators outside of parentheses and text literals. */
export function separated(text: string, separator: "," | ";"): readonly string[] {
  const parts: string[] = [];
  let depth = 0;
  let isLiteral = false;
  let from = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === "'") isLiteral = !isLiteral;
    if (isLiteral) continue;
    if (character === "(") depth += 1;
    else if (character === ")") depth -= 1;
    else if (character === separator && depth === 0) {
      parts.push(text.slice(from, at));
      from = at + 1;
    }
  }
  parts.push(text.slice(from));
  return parts;
}

/** True if an expression leads from a record to others, such as `Orders/Total`. Text literals don't count. */
export function hasPath(expression: string): boolean {
  // Names can be in double quotes, and an apostrophe in such a name doesn't start a literal.
  const outside = expression.includes('"') ? expression : expression.replace(/'(?:[^']|'')*'/g, "");
  return outside.includes("/");
}

/** A key, token or address with one other character near its end: never itself, and never the same bytes by lenient base64. */
export function mistyped(text: string): string {
  return `${text.slice(0, -4)}${text.at(-4) === "x" ? "A" : "x"}${text.slice(-3)}`;
}

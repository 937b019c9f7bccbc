/**
 * Returns a key, token or address with one different character near its end: never the same text, and never the same bytes in lenient
 * base64.
 */
export function mistyped(text: string): string {
  return `${text.slice(0, -4)}${text.at(-4) === "x" ? "A" : "x"}${text.slice(-3)}`;
}

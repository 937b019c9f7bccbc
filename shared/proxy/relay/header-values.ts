/** Returns every value of a header. `raw`: alternating names and values. `name` is in lower case. */
export function headerValues(raw: readonly string[], name: string): string[] {
  return raw.filter((_, index) => index % 2 === 1 && raw[index - 1]?.toLowerCase() === name);
}

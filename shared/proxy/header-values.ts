/** Every value of a header in alternating names and values. `name` is in lower case. */
export function headerValues(raw: readonly string[], name: string): string[] {
  return raw.filter((_, place) => place % 2 === 1 && raw[place - 1]?.toLowerCase() === name);
}

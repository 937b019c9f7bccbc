/** The first value of a header among alternating names and values. `wanted` is in lower case. */
export function headerIn(headers: readonly string[], wanted: string): string | undefined {
  for (let at = 0; at < headers.length; at += 2) {
    const name = headers[at] as string;
    if (name.length === wanted.length && name.toLowerCase() === wanted) return headers[at + 1];
  }
  return undefined;
}

/** Every value of a header, in order. `wanted` is in lower case. */
export function headerValues(headers: readonly string[], wanted: string): readonly string[] {
  return headers.filter((_, at) => at % 2 === 1 && headers[at - 1]?.toLowerCase() === wanted);
}

/** The names alone, each once, as they came. */
export function headerNames(headers: readonly string[]): readonly string[] {
  return [...new Set(headers.filter((_, at) => at % 2 === 0))];
}

/** Returns the first value of a header from alternating names and values. `wanted` is in lowercase. */
export function headerIn(headers: readonly string[], wanted: string): string | undefined {
  for (let at = 0; at < headers.length; at += 2) {
    const name = headers[at] as string;
    if (name.length === wanted.length && name.toLowerCase() === wanted) return headers[at + 1];
  }
  return undefined;
}

/** Returns all values of a header, in order. `wanted` is in lowercase. */
export function headerValues(headers: readonly string[], wanted: string): readonly string[] {
  return headers.filter((_, at) => at % 2 === 1 && headers[at - 1]?.toLowerCase() === wanted);
}

/** Returns each header name once, as received. */
export function headerNames(headers: readonly string[]): readonly string[] {
  return [...new Set(headers.filter((_, at) => at % 2 === 0))];
}

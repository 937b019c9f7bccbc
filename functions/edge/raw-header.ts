/** The first value of a header among alternating names and values. `wanted` is in lower case. */
export function rawHeader(headers: readonly string[], wanted: string): string | undefined {
  for (let place = 0; place < headers.length; place += 2)
    if (headers[place]?.toLowerCase() === wanted) return headers[place + 1];
  return undefined;
}

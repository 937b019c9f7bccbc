/** Number of digits of a version 7 UUID that are its time in milliseconds. */
const timeDigits = 12;
/** Most digits of a prefix. Steps of less than 4 seconds would only cause more queries with fewer deliveries each. */
const finestDigits = 9;
/** Fewest digits of a prefix. A step is 3.1 days, so stored deliveries span only a few. */
const coarsestDigits = 5;

/**
 * Yields prefixes of the ids of deliveries in a time range, after their source, newest first: few prefixes, long at both ends of the range
 * and short in between. They extend up to 4 seconds beyond both ends.
 */
export function* timePrefixes(from: number, to: number): Generator<string> {
  const unit = 16 ** (timeDigits - finestDigits);
  const lowest = Math.floor(from / unit);
  for (let next = Math.ceil(to / unit); next > lowest; ) {
    let digits = finestDigits;
    let size = 1;
    while (digits > coarsestDigits && next % (size * 16) === 0 && next - size * 16 >= lowest) {
      size *= 16;
      digits -= 1;
    }
    next -= size;
    yield next.toString(16).padStart(finestDigits, "0").slice(0, digits);
  }
}

/** Returns the creation time of a delivery from its id. */
export function timeOf(id: string): number {
  const at = id.indexOf("_") + 1;
  return Number.parseInt(id.slice(at, at + timeDigits), 16);
}

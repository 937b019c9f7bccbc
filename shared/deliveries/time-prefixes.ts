/** Digits of a UUID of version 7 that are its time in milliseconds. */
const timeDigits = 12;
/** A finer step than 4 seconds would only mean more questions for fewer deliveries. */
const finestDigits = 9;
/** 3.1 days: kept deliveries are of few of them. */
const coarsestDigits = 5;

/**
 * What ids of deliveries between two moments begin with behind their source, newest first: few texts that are long where the span begins and
 * ends, and short between. At both ends they reach up to 4 seconds beyond it.
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

/** When a delivery was made, as its id says. */
export function timeOf(id: string): number {
  const at = id.indexOf("_") + 1;
  return Number.parseInt(id.slice(at, at + timeDigits), 16);
}

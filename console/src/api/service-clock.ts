/** Resolution of the `Date` header. */
const secondMs = 1_000;

/** Minimum and maximum difference between the service's clock and the browser's clock, in milliseconds, from all answers so far. */
let ahead = { least: Number.NEGATIVE_INFINITY, most: Number.POSITIVE_INFINITY };

/**
 * Returns the service's time in milliseconds since the epoch: timestamps come from the service, and a browser's clock can be an hour wrong.
 */
export function serviceNow(): number {
  return inServiceTime(Date.now());
}

/** Converts a time of the browser's clock to the service's clock. */
export function inServiceTime(moment: number): number {
  const { least, most } = ahead;
  // A clock that can be right is treated as right.
  return least <= 0 && most >= 0 ? moment : moment + Math.round((least + most) / 2);
}

/** Learns from the `Date` header of an answer and the browser's times of its request and arrival. */
export function noteServiceTime(date: string | null, askedAt: number, cameAt: number): void {
  const stamped = Date.parse(date ?? "");
  // Ignores answers without a date, and measurements during which the browser's clock was set.
  if (Number.isNaN(stamped) || cameAt < askedAt) return;
  const seen = { least: stamped - cameAt, most: stamped + secondMs - askedAt };
  const both = { least: Math.max(ahead.least, seen.least), most: Math.min(ahead.most, seen.most) };
  // One of the clocks has been set since.
  ahead = both.least > both.most ? seen : both;
}

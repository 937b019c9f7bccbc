/** A header tells of whole seconds. */
const secondMs = 1_000;

/** How far the service's clock is ahead of the browser's, at least and at most, as all answers so far have it. */
let ahead = { least: Number.NEGATIVE_INFINITY, most: Number.POSITIVE_INFINITY };

/** What time it is with the service: stamps are its own, and a browser's clock may be an hour wrong. Milliseconds since the epoch. */
export function serviceNow(): number {
  return inServiceTime(Date.now());
}

/** A moment of the browser's clock by the service's. */
export function inServiceTime(moment: number): number {
  const { least, most } = ahead;
  // A clock that may be right is taken for right.
  return least <= 0 && most >= 0 ? moment : moment + Math.round((least + most) / 2);
}

/** Learns from the `Date` of an answer that was asked for and came at these moments of the browser. */
export function noteServiceTime(date: string | null, askedAt: number, cameAt: number): void {
  const stamped = Date.parse(date ?? "");
  // Without a date, or from a browser whose clock was set meanwhile, nothing is learned.
  if (Number.isNaN(stamped) || cameAt < askedAt) return;
  const seen = { least: stamped - cameAt, most: stamped + secondMs - askedAt };
  const both = { least: Math.max(ahead.least, seen.least), most: Math.min(ahead.most, seen.most) };
  // One of the clocks was set since.
  ahead = both.least > both.most ? seen : both;
}

import type { KeyLimits } from "#shared/contract/values/key-limits.ts";

/** A span of time that calls are counted in. Milliseconds since the epoch. */
export interface Span {
  readonly startsAt: number;
  readonly endsAt: number;
}

/** The moment at which clocks of a zone show a time such as `2026-11-20T00:00:00`. */
export type MomentIn = (timestamp: string, timeZone: string) => number;

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** The minute of the clock that a moment lies in. */
export function minuteOf(now: number): Span {
  const startsAt = Math.floor(now / minuteMs) * minuteMs;
  return { startsAt, endsAt: startsAt + minuteMs };
}

/** The day of a zone that a moment lies in: 23 to 25 hours, as its clocks have it. */
export function dayOf(now: number, { timeZone }: Pick<KeyLimits, "timeZone">, momentIn: MomentIn): Span {
  const zone = timeZone ?? "UTC";
  const date = new Intl.DateTimeFormat("en-CA", { timeZone: zone, dateStyle: "short" }).format(now);
  const next = new Date(Date.parse(date) + dayMs).toISOString().slice(0, "2026-11-20".length);
  return { startsAt: momentIn(`${date}T00:00:00`, zone), endsAt: momentIn(`${next}T00:00:00`, zone) };
}

/**
 * How many calls a process reserves at once in the table. A low limit is taken one by one: what a process has reserved and does
 * not use is lost to the others until the span ends.
 */
export function shareOf(limit: number): number {
  return limit < 120 ? 1 : Math.floor(limit / 30);
}

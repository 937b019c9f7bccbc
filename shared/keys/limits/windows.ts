import { parseLocalTime } from "#shared/contract/local-time.ts";
import type { KeyLimits } from "#shared/contract/values/key-limits.ts";

/** Span of time in which calls are counted. Times are in milliseconds since the epoch. */
export interface Span {
  readonly startsAt: number;
  readonly endsAt: number;
}

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** Returns the clock minute that contains a time. */
export function minuteOf(now: number): Span {
  const startsAt = Math.floor(now / minuteMs) * minuteMs;
  return { startsAt, endsAt: startsAt + minuteMs };
}

/** Returns the day in a time zone that contains a time: 23 to 25 hours long, because of daylight saving time. */
export function dayOf(now: number, { timeZone }: Pick<KeyLimits, "timeZone">): Span {
  const zone = timeZone ?? "UTC";
  const date = new Intl.DateTimeFormat("en-CA", { timeZone: zone, dateStyle: "short" }).format(now);
  const next = new Date(Date.parse(date) + dayMs).toISOString().slice(0, "2026-11-20".length);
  return { startsAt: parseLocalTime(`${date}T00:00:00`, zone), endsAt: parseLocalTime(`${next}T00:00:00`, zone) };
}

/**
 * Returns the number of calls that a process reserves at once. Low limits are reserved one by one, because calls that a process reserves
 * but doesn't use are lost to the others until the span ends.
 */
export function shareOf(limit: number): number {
  return limit < 120 ? 1 : Math.floor(limit / 30);
}

const firstPauseSeconds = 60;

/** Number of failures within a window, with a pause that doubles after each further failure. */
interface PausingLimit {
  readonly failures: number;
  readonly windowMs: number;
  readonly longestPauseSeconds: number;
  /** Time after a pause in which another failure causes a longer pause. */
  readonly rememberedMs: number;
}

/** Number of failures within any period of `rollingMs`. */
interface RollingLimit {
  readonly failures: number;
  readonly rollingMs: number;
}

/** Number of failures allowed at once, with another one every `refillMs`. */
interface RefillingLimit {
  readonly failures: number;
  readonly refillMs: number;
}

/** Number of failures allowed in a period. */
export type FailureLimit = PausingLimit | RefillingLimit | RollingLimit;

export interface FailureCount {
  readonly failures: number;
  /** Time until which no attempt is allowed, in milliseconds since the epoch. */
  readonly pausedUntil: number;
  /** Time at which the count is reset, in milliseconds since the epoch; 0 if there is no count. */
  readonly endsAt: number;
  /** Times of the latest failures, oldest first, in milliseconds since the epoch. Only for rolling limits. */
  readonly times?: readonly number[] | undefined;
}

export const noFailures: FailureCount = { failures: 0, pausedUntil: 0, endsAt: 0 };

/** Returns the current value of a count. If a clock was ahead for a while, no count lasts longer than its maximum. */
export function countNow(count: FailureCount, limit: FailureLimit, now: number): FailureCount {
  if (count.endsAt <= now) return noFailures;
  if ("rollingMs" in limit) return rolled(count.times ?? [], limit, now);
  if ("refillMs" in limit) return refilled(Math.min(count.endsAt, now + limit.failures * limit.refillMs), limit, now);
  const pausedUntil = Math.min(count.pausedUntil, now + limit.longestPauseSeconds * 1000);
  const longestMs = Math.max(limit.windowMs, limit.longestPauseSeconds * 1000 + limit.rememberedMs);
  return { failures: count.failures, pausedUntil, endsAt: Math.min(count.endsAt, now + longestMs) };
}

/** Returns the count after another failure. */
export function countAfterFailure(count: FailureCount, limit: FailureLimit, now: number): FailureCount {
  const before = countNow(count, limit, now);
  if ("rollingMs" in limit) return rolled([...(before.times ?? []), now], limit, now);
  if ("refillMs" in limit) {
    const endsAt = Math.max(before.endsAt, now) + limit.refillMs;
    return refilled(Math.min(endsAt, now + limit.failures * limit.refillMs), limit, now);
  }
  const failures = before.failures + 1;
  if (failures < limit.failures) return { failures, pausedUntil: 0, endsAt: before.endsAt || now + limit.windowMs };
  // Once the limit is reached, every further failure doubles the pause.
  const pauseSeconds = Math.min(limit.longestPauseSeconds, firstPauseSeconds * 2 ** (failures - limit.failures));
  const pausedUntil = now + pauseSeconds * 1000;
  return { failures, pausedUntil, endsAt: pausedUntil + limit.rememberedMs };
}

/** Merges two counts of the same subject from different stores. */
export function countsTogether(one: FailureCount, other: FailureCount, limit: FailureLimit, now: number): FailureCount {
  if (other.failures === 0) return one;
  if (one.failures === 0) return other;
  if ("rollingMs" in limit) return rolled([...(one.times ?? []), ...(other.times ?? [])], limit, now);
  if ("refillMs" in limit) return refilled(one.endsAt + other.endsAt - now, limit, now);
  return {
    failures: one.failures + other.failures,
    pausedUntil: Math.max(one.pausedUntil, other.pausedUntil),
    endsAt: Math.max(one.endsAt, other.endsAt),
  };
}

/** Returns the time in milliseconds after which a count is reset. */
export function windowOf(limit: FailureLimit): number {
  if ("rollingMs" in limit) return limit.rollingMs;
  return "refillMs" in limit ? limit.failures * limit.refillMs : limit.windowMs;
}

/** Maximum difference between the clocks of two processes. */
const maxSkewMs = 60_000;

/**
 * Returns the failures within the window. Failures from a clock that was far ahead are ignored, because they would count for as long as it
 * was ahead.
 */
function rolled(times: readonly number[], limit: RollingLimit, now: number): FailureCount {
  const { failures: max, rollingMs } = limit;
  const inWindow = times
    .filter((time) => time > now - rollingMs && time <= now + maxSkewMs)
    .map((time) => Math.min(time, now))
    .sort((a, b) => a - b)
    .slice(-max);
  const [oldest = 0, newest = 0] = [inWindow[0], inWindow.at(-1)];
  if (inWindow.length === 0) return noFailures;
  const pausedUntil = inWindow.length < max ? 0 : oldest + rollingMs;
  return { failures: inWindow.length, pausedUntil, endsAt: newest + rollingMs, times: inWindow };
}

/** Returns a count that decreases over time. It is determined by the time at which it reaches zero. */
function refilled(endsAt: number, limit: RefillingLimit, now: number): FailureCount {
  const failures = Math.ceil((endsAt - now) / limit.refillMs);
  const pausedUntil = failures < limit.failures ? 0 : endsAt - (limit.failures - 1) * limit.refillMs;
  return { failures, pausedUntil, endsAt };
}

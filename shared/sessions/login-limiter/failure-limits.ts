const firstPauseSeconds = 60;

/** So many failures in a time, and a pause that doubles with each further one. */
interface PausingLimit {
  readonly failures: number;
  readonly windowMs: number;
  readonly longestPauseSeconds: number;
  /** How long after a pause the next failure still makes a longer one. */
  readonly rememberedMs: number;
}

/** So many failures in any span of `rollingMs`, whenever it begins. */
interface RollingLimit {
  readonly failures: number;
  readonly rollingMs: number;
}

/** So many failures at once, and one more whenever `refillMs` have gone by. */
interface RefillingLimit {
  readonly failures: number;
  readonly refillMs: number;
}

/** How many failures are allowed in which time. */
export type FailureLimit = PausingLimit | RefillingLimit | RollingLimit;

export interface FailureCount {
  readonly failures: number;
  /** Milliseconds since the epoch; until then nothing is tried. */
  readonly pausedUntil: number;
  /** When the count is forgotten, in milliseconds since the epoch; 0 where nothing is counted. */
  readonly endsAt: number;
  /** Times of the newest failures, oldest first, in milliseconds since the epoch; only for a rolling limit. */
  readonly times?: readonly number[] | undefined;
}

export const noFailures: FailureCount = { failures: 0, pausedUntil: 0, endsAt: 0 };

/** What is left of a count by now. No clock that was ahead for a while makes any count longer than it can get. */
export function countNow(count: FailureCount, limit: FailureLimit, now: number): FailureCount {
  if (count.endsAt <= now) return noFailures;
  if ("rollingMs" in limit) return rolled(count.times ?? [], limit, now);
  if ("refillMs" in limit) return refilled(Math.min(count.endsAt, now + limit.failures * limit.refillMs), limit, now);
  const pausedUntil = Math.min(count.pausedUntil, now + limit.longestPauseSeconds * 1000);
  const longestMs = Math.max(limit.windowMs, limit.longestPauseSeconds * 1000 + limit.rememberedMs);
  return { failures: count.failures, pausedUntil, endsAt: Math.min(count.endsAt, now + longestMs) };
}

/** The count with one failure more. */
export function countAfterFailure(count: FailureCount, limit: FailureLimit, now: number): FailureCount {
  const before = countNow(count, limit, now);
  if ("rollingMs" in limit) return rolled([...(before.times ?? []), now], limit, now);
  if ("refillMs" in limit) {
    const endsAt = Math.max(before.endsAt, now) + limit.refillMs;
    return refilled(Math.min(endsAt, now + limit.failures * limit.refillMs), limit, now);
  }
  const failures = before.failures + 1;
  if (failures < limit.failures) return { failures, pausedUntil: 0, endsAt: before.endsAt || now + limit.windowMs };
  // From the limit on every further failure doubles the pause.
  const pauseSeconds = Math.min(limit.longestPauseSeconds, firstPauseSeconds * 2 ** (failures - limit.failures));
  const pausedUntil = now + pauseSeconds * 1000;
  return { failures, pausedUntil, endsAt: pausedUntil + limit.rememberedMs };
}

/** What two counts of the same subject, kept in two places, come to. */
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

/** How long it takes until a count is forgotten. Milliseconds. */
export function windowOf(limit: FailureLimit): number {
  if ("rollingMs" in limit) return limit.rollingMs;
  return "refillMs" in limit ? limit.failures * limit.refillMs : limit.windowMs;
}

/** How far the clocks of two processes can be apart. */
const maxSkewMs = 60_000;

/** The failures that are still in the window. Those of a clock that was far ahead aren't counted: they would stay for as long as it was ahead. */
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

/** A count that goes down by itself is known by the moment when nothing is left of it. */
function refilled(endsAt: number, limit: RefillingLimit, now: number): FailureCount {
  const failures = Math.ceil((endsAt - now) / limit.refillMs);
  const pausedUntil = failures < limit.failures ? 0 : endsAt - (limit.failures - 1) * limit.refillMs;
  return { failures, pausedUntil, endsAt };
}

import fc from "fast-check";
import { expect, test } from "vitest";
import {
  countAfterFailure,
  countNow,
  countsTogether,
  noFailures,
} from "#shared/sessions/login-limiter/failure-limits.ts";

const limit = { failures: 60, rollingMs: 3_600_000 };
const start = Date.UTC(2026, 10, 20);
/** Pauses between calls: none, some seconds, about the length of a counting window, and any other. */
const pauses = fc.array(
  fc.oneof(
    fc.constant(0),
    fc.integer({ min: 0, max: 5_000 }),
    fc.integer({ min: limit.rollingMs - 5, max: limit.rollingMs + 5 }),
    fc.integer({ min: 0, max: 2 * limit.rollingMs }),
  ),
  { minLength: 100, maxLength: 300 },
);

/** Returns the times at which calls are allowed; each is tried after its pause and after the limit's pause. */
function allowedTimes(waits: readonly number[]): readonly number[] {
  const allowed: number[] = [];
  let count = noFailures;
  let now = start;
  for (const wait of waits) {
    now += wait;
    const { pausedUntil } = countNow(count, limit, now);
    if (pausedUntil > now) {
      if (wait % 2 === 0) continue;
      now = pausedUntil;
    }
    allowed.push(now);
    count = countAfterFailure(count, limit, now);
  }
  return allowed;
}

test("a rolling limit is never exceeded within any hour, in any pattern", () => {
  fc.assert(
    fc.property(pauses, (waits) => {
      const allowed = allowedTimes(waits);
      for (const [index, time] of allowed.entries()) {
        const before = allowed[index - limit.failures];
        if (before !== undefined) expect(time - before).toBeGreaterThanOrEqual(limit.rollingMs);
      }
    }),
  );
});

test("a rolling limit rejects nothing below its number", () => {
  fc.assert(
    fc.property(pauses, (waits) => {
      const times = waits.slice(0, limit.failures - 1);
      expect(allowedTimes(times)).toHaveLength(times.length);
    }),
  );
});

test("counts of two stores add up, and a clock that was ahead extends nothing", () => {
  const failures = (count: number, now: number) =>
    Array.from({ length: count }).reduce<typeof noFailures>(
      (before) => countAfterFailure(before, limit, now),
      noFailures,
    );
  const together = countsTogether(failures(40, start), failures(20, start + 1_000), limit, start + 1_000);
  expect(together).toMatchObject({ failures: 60, pausedUntil: start + limit.rollingMs });
  expect(countNow(failures(60, start + 1_000), limit, start).pausedUntil).toBe(start + limit.rollingMs);
  expect(countNow(failures(60, start + 10 * limit.rollingMs), limit, start)).toEqual(noFailures);
});

import { expect } from "vitest";
import type { TestService } from "../../support/test-service.ts";
import { figures, nextMinute } from "./figures.ts";

const records = "/svc/fmi/data/vLatest/databases/Contacts/layouts/Contacts/records";

const stepMs = 20_000;

/** Timestamps of a load, in the API's format. */
export interface KnownLoad {
  readonly from: string;
  /** Minute in which all errors occur. */
  readonly failing: string;
}

/**
 * Creates a load of known shape: 94 fast calls, four of 100 seconds, two of 300, and seven calls for a missing record in one minute.
 * `inTheMiddle` runs between two minutes.
 */
export async function knownLoad(service: TestService, inTheMiddle: () => Promise<void>): Promise<KnownLoad> {
  const key = await service.aKey();

  const fast = async (count: number, record = 1): Promise<void> => {
    for (let call = 0; call < count; call += 1) await service.raw("GET", `${records}/${record}`, { key });
  };

  /** Makes calls of this duration one after the other: the clock is turned while FileMaker Server works. */
  const slow = async (count: number, milliseconds: number): Promise<void> => {
    for (let call = 0; call < count; call += 1) {
      const { faults, counters } = service.sandbox;
      const before = counters.faults;
      faults.set({ kind: "slow", latencyMs: milliseconds, path: "/records", times: 1 });
      const answered = service.raw("GET", `${records}/1`, { key });
      await expect.poll(() => counters.faults).toBe(before + 1);
      // By less than a minute at a time: a clock that jumps over a minute leaves a gap.
      for (let turned = 0; turned < milliseconds; turned += stepMs) await service.turn(stepMs);
      service.sandbox.advance(milliseconds);
      expect((await answered).status).toBe(200);
      faults.clear();
    }
  };

  await fast(1); // The login isn't part of the load.
  const from = await nextMinute(service);
  await fast(40);
  await slow(4, 100_000);
  const failing = await nextMinute(service);
  await fast(7, 999_999);
  await nextMinute(service);
  await inTheMiddle();
  await fast(54);
  await slow(2, 300_000);
  await nextMinute(service);
  return { from, failing };
}

/** Compares the API's response with the load: counts exactly, percentiles within 2%. */
export async function expectKnownLoad(service: TestService, { from, failing }: KnownLoad): Promise<void> {
  const outcomes = await figures(service, { metric: "calls", from, by: "outcome", key: "data-key:1" });
  expect(outcomes.series.map(({ labels, total }) => [labels.outcome, total])).toEqual([
    ["answered", 100],
    ["rejected", 7],
  ]);
  const errors = await figures(service, { metric: "fileMakerErrors", from, by: "code" });
  expect(errors.series.map(({ labels, total }) => [labels.code, total])).toEqual([["101", 7]]);
  const minute = (Date.parse(failing) - Date.parse(errors.from)) / 60_000;
  expect(errors.series[0]?.values[minute]).toBe(7);
  const waits = await figures(service, { metric: "timeToFirstByte", from, outcome: "answered", key: "data-key:1" });
  const [p50 = 0, p95 = 0, p99 = 0] = waits.series.map(({ total }) => total ?? 0);
  expect(p50).toBeLessThan(98_000);
  expect(Math.abs(p95 / 100_000 - 1), `p95 ${p95}`).toBeLessThan(0.02);
  expect(Math.abs(p99 / 300_000 - 1), `p99 ${p99}`).toBeLessThan(0.02);
}

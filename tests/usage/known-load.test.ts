import { afterAll, expect } from "vitest";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { figures, nextMinute } from "./support/figures.ts";

const service = await testService();
afterAll(() => service.stop());

const records = "/svc/fmi/data/vLatest/databases/Contacts/layouts/Contacts/records";
const key = await service.aKey();

async function fast(count: number, record = 1): Promise<void> {
  for (let call = 0; call < count; call += 1) await service.raw("GET", `${records}/${record}`, { key });
}

/** Calls that take so long, one after the other: time is turned while FileMaker Server thinks. */
async function slow(count: number, milliseconds: number): Promise<void> {
  for (let call = 0; call < count; call += 1) {
    const { faults, counters } = service.sandbox;
    const before = counters.faults;
    faults.set({ kind: "slow", latencyMs: milliseconds, path: "/records", times: 1 });
    const answered = service.raw("GET", `${records}/1`, { key });
    await expect.poll(() => counters.faults).toBe(before + 1);
    await service.turn(milliseconds);
    service.sandbox.advance(milliseconds);
    expect((await answered).status).toBe(200);
    faults.clear();
  }
}

verifies("usage:counts:known-load", async () => {
  await fast(1); // The login is no part of it.
  const from = await nextMinute(service);
  await fast(40);
  await slow(4, 100_000);
  const failing = await nextMinute(service);
  await fast(7, 999_999);
  await nextMinute(service);
  await service.restart();
  await fast(54);
  await slow(2, 300_000);
  await nextMinute(service);

  const outcomes = await figures(service, { metric: "calls", from, by: "outcome" });
  expect(outcomes.series.map(({ labels, total }) => [labels.outcome, total])).toEqual([
    ["answered", 100],
    ["rejected", 7],
  ]);
  const errors = await figures(service, { metric: "fileMakerErrors", from, by: "code" });
  expect(errors.series.map(({ labels, total }) => [labels.code, total])).toEqual([["101", 7]]);
  const minute = (Date.parse(failing) - Date.parse(errors.from)) / 60_000;
  expect(errors.series[0]?.values[minute]).toBe(7);
  const waits = await figures(service, { metric: "timeToFirstByte", from, outcome: "answered" });
  const [p50 = 0, p95 = 0, p99 = 0] = waits.series.map(({ total }) => total ?? 0);
  expect(p50).toBeLessThan(98_000);
  expect(Math.abs(p95 / 100_000 - 1), `p95 ${p95}`).toBeLessThan(0.02);
  expect(Math.abs(p99 / 300_000 - 1), `p99 ${p99}`).toBeLessThan(0.02);
});

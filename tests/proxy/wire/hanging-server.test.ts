import { afterAll, beforeEach, expect } from "vitest";
import { recordsPath } from "../../support/http/records-path.ts";
import { testService } from "../../support/test-service.ts";
import { until } from "../../support/until.ts";
import { verifies } from "../../support/verifies.ts";

const service = await testService();
afterAll(() => service.stop());
beforeEach(() => service.sandbox.faults.clear());
const { counters } = service.sandbox;
const key = await service.aKey();

verifies("proxy:outages:hanging-server", "a slow request isn't aborted while the server responds", async () => {
  service.sandbox.faults.set({ kind: "slow", latencyMs: 120_000, path: "/records" });
  const before = counters.faults;
  const slow = service.raw("GET", recordsPath(), { key });
  await until(() => counters.faults - before === 1);
  // Counts the probes; pending calls continue as they began.
  service.sandbox.faults.set({ kind: "slow", latencyMs: 0, path: "/productInfo" });
  for (let turns = 0; turns < 4; turns += 1) {
    const { faults } = counters;
    await service.turn(16_000);
    await until(() => counters.faults > faults);
    // By the time this is answered, so is the probe.
    expect(await service.raw("GET", "/svc/fmi/data/vLatest/productInfo")).toSucceed();
  }
  service.sandbox.advance(120_000);
  expect(await slow).toSucceed();
});

verifies("proxy:outages:hanging-server", async () => {
  expect(await service.raw("GET", recordsPath(), { key })).toSucceed();
  service.sandbox.faults.set({ kind: "hang", path: "/records|/productInfo" });
  const before = counters.faults;
  const hanging = [1, 2].map(() => service.raw("GET", recordsPath(), { key }));
  await until(() => counters.faults - before === 2);
  await service.turn(15_000);
  // One probe for both.
  await until(() => counters.faults - before === 3);
  await service.turn(10_000);
  for (const answer of await Promise.all(hanging)) expect(answer).toRefuseLikeFileMaker("upstream_timeout");
  service.sandbox.faults.clear();
  expect(await service.raw("GET", recordsPath(), { key })).toSucceed();
});

import { afterAll, beforeEach, expect } from "vitest";
import { StoreUnavailable } from "#shared/ports/table.ts";
import { onAws, testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";

let storeIsAway = false;
const service = await testService({
  // Calls that hang here are still pending when the service is stopped.
  stopTimes: { graceMs: 100, logoutMs: 100 },
  decorate: (platform) => ({
    ...platform,
    table: {
      ...platform.table,
      get: async (...key) => {
        if (storeIsAway) throw new StoreUnavailable("/a/place/of/ours is away");
        return platform.table.get(...key);
      },
    },
  }),
});
afterAll(() => service.stop());

beforeEach(() => {
  storeIsAway = false;
  service.sandbox.faults.clear();
});

const ready = (query = "") => service.raw("GET", `/svc/readyz${query}`);
const good = { ok: true, text: "responds" };
const well = {
  store: good,
  fileMakerServer: good,
  webServer: good,
  databaseServer: { ok: null, text: "unknown: the check needs an administrator's account" },
  adminApi: good,
  dataApi: good,
  odata: good,
  agent: { ok: null, text: "no agent is enrolled" },
  // On AWS, the service has no disk of its own.
  disk: onAws ? { ok: null, text: "unknown" } : { ok: true, text: "has enough space" },
};

verifies(
  "system:health:readyz",
  "200 with a field for each component, strict or not, while everything works",
  async () => {
    for (const query of ["", "?strict", "?strict=true", "?strict=false"]) {
      const answer = await ready(query);
      expect([answer.status, answer.body]).toEqual([200, { ok: true, checks: well }]);
    }
  },
);

verifies("system:health:readyz", "503 if the store doesn't respond", async () => {
  storeIsAway = true;
  const answer = await ready();
  const store = { ok: false, text: "does not respond (StoreUnavailable)" };
  expect([answer.status, answer.body.ok]).toEqual([503, false]);
  expect(answer.body.checks).toMatchObject({ store, fileMakerServer: good, dataApi: good });
});

verifies(
  "system:health:readyz",
  "200 if FileMaker Server doesn't respond for any reason, and 503 with ?strict",
  async () => {
    for (const [fault, text] of [
      [{ kind: "stopped" }, "gives unexpected responses"],
      [{ kind: "status", status: 503, body: "html" }, "gives unexpected responses"],
      [{ kind: "reset" }, "does not respond (upstream_broken)"],
    ] as const) {
      service.sandbox.faults.set(fault);
      const answer = await ready();
      expect([answer.status, answer.body.ok]).toEqual([200, false]);
      expect(answer.body.checks).toMatchObject({ store: good, fileMakerServer: { ok: false, text } });
      for (const query of ["?strict", "?strict=1", "?strict=true"]) expect((await ready(query)).status).toBe(503);
      expect((await ready("?strict=false")).status).toBe(200);
    }
  },
);

verifies("system:health:readyz", "a FileMaker Server that takes longer than five seconds doesn't respond", async () => {
  service.sandbox.faults.set({ kind: "hang" });
  const { faults } = service.sandbox.counters;
  const asking = ready("?strict");
  while (service.sandbox.counters.faults < faults + 3) await service.raw("GET", "/svc/healthz");
  await service.turn(5_000);
  const { status, body } = await asking;
  expect([status, body.checks.fileMakerServer.text]).toEqual([503, "does not respond (upstream_timeout)"]);
});

verifies("system:health:readyz", "concurrent requests share one check of FileMaker Server", async () => {
  service.sandbox.faults.set({ kind: "slow", latencyMs: 60_000, path: "^/fmi/data/" });
  const { faults } = service.sandbox.counters;
  const asking = Array.from({ length: 20 }, () => ready("?strict"));
  while (service.sandbox.counters.faults === faults) await service.raw("GET", "/svc/healthz");
  for (let count = 0; count < 20; count += 1) await service.raw("GET", "/svc/healthz");
  await service.turn(60_000);
  for (const answer of await Promise.all(asking)) expect(answer.status).toBe(503);
  expect(service.sandbox.counters.faults - faults).toBe(1);
});

verifies("system:health:readyz", "readyz needs no credential, and returns only names", async () => {
  storeIsAway = true;
  service.sandbox.faults.set({ kind: "reset" });
  const { text } = await ready();
  expect(text).not.toMatch(/place|127\.0\.0\.1|:\d{2,}|Error:/);
});

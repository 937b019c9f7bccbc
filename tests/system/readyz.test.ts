import { afterAll, beforeEach, expect } from "vitest";
import { StoreUnavailable } from "../../shared/ports/table.ts";
import { house } from "../support/house.ts";
import { verifies } from "../support/verifies.ts";

let storeIsAway = false;
const home = await house({
  // Calls that hang here are still under way when it is stopped.
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
afterAll(() => home.stop());

beforeEach(() => {
  storeIsAway = false;
  home.sandbox.faults.clear();
});

const ready = () => home.raw("GET", "/svc/readyz");
const good = { ok: true, text: "answers" };

verifies("system:health:readyz", "200 when store and FileMaker Server answer", async () => {
  const answer = await ready();
  expect([answer.status, answer.body]).toEqual([200, { ok: true, checks: { store: good, fileMakerServer: good } }]);
});

verifies("system:health:readyz", "503 when the store does not", async () => {
  storeIsAway = true;
  const answer = await ready();
  const store = { ok: false, text: "does not answer (StoreUnavailable)" };
  expect([answer.status, answer.body]).toEqual([503, { ok: false, checks: { store, fileMakerServer: good } }]);
});

verifies("system:health:readyz", "503 when FileMaker Server does not, in whatever way", async () => {
  for (const [fault, text] of [
    [{ kind: "stopped" }, "answers, but not as it should"],
    [{ kind: "status", status: 503, body: "html" }, "answers, but not as it should"],
    [{ kind: "reset" }, "does not answer (upstream_broken)"],
  ] as const) {
    home.sandbox.faults.set(fault);
    const answer = await ready();
    const fileMakerServer = { ok: false, text };
    expect([answer.status, answer.body]).toEqual([503, { ok: false, checks: { store: good, fileMakerServer } }]);
  }
});

verifies("system:health:readyz", "503 when FileMaker Server takes longer than five seconds", async () => {
  home.sandbox.faults.set({ kind: "hang" });
  const { faults } = home.sandbox.counters;
  const asking = ready();
  while (home.sandbox.counters.faults === faults) await home.raw("GET", "/svc/healthz");
  await home.turn(5_000);
  const { status, body } = await asking;
  expect([status, body.checks.fileMakerServer.text]).toEqual([503, "does not answer (upstream_timeout)"]);
});

verifies("system:health:readyz", "many who ask at once share one look at FileMaker Server", async () => {
  home.sandbox.faults.set({ kind: "slow", latencyMs: 60_000 });
  const { faults } = home.sandbox.counters;
  const asking = Array.from({ length: 20 }, ready);
  while (home.sandbox.counters.faults === faults) await home.raw("GET", "/svc/healthz");
  for (let count = 0; count < 20; count += 1) await home.raw("GET", "/svc/healthz");
  await home.turn(60_000);
  for (const answer of await Promise.all(asking)) expect(answer.status).toBe(503);
  expect(home.sandbox.counters.faults - faults).toBe(1);
});

verifies("system:health:readyz", "it answers anyone, and tells nothing but names", async () => {
  storeIsAway = true;
  home.sandbox.faults.set({ kind: "reset" });
  const { text } = await ready();
  expect(text).not.toMatch(/place|127\.0\.0\.1|:\d{2,}|Error:/);
});

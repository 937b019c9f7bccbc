import { expect, test } from "vitest";
import { acceptedProcess, advanced, isForgotten, leaseDecision, leaseMs, taken } from "#shared/jobs/rules.ts";
import type { ProcessRecord } from "#shared/processes/record.ts";
import { etaSeconds } from "#shared/processes/rules.ts";
import { verifies } from "../support/verifies.ts";

const start = Date.UTC(2026, 10, 20, 12);
const plan = { kind: "test.any", title: "Any", phases: ["first"], canAbort: true };
const accepted = acceptedProcess(1, { plan, startedBy: "account:admin" }, start);
const running = advanced(taken(accepted, start), { phase: "first", total: 4 }, start);
const second = 1_000;

test("the remaining time is estimated from the phase's speed so far", () => {
  const midway = advanced(running, { done: 1 }, start + 10 * second);
  expect(etaSeconds(midway, start + 10 * second)).toBe(30);
  expect(etaSeconds(midway, start + 15 * second)).toBe(25);
  expect(etaSeconds(midway, start + 90 * second)).toBe(0);
});

test("no remaining time is reported if nothing is known", () => {
  const untold: readonly ProcessRecord[] = [
    accepted,
    running,
    advanced(running, { total: null, done: 3 }, start + second),
    { ...advanced(running, { done: 1 }, start + second), state: "done" },
  ];
  for (const record of untold) expect(etaSeconds(record, start + second)).toBeNull();
});

test("a process is taken, left, crashed, aborted, or given up depending on its record", () => {
  const late = start + leaseMs + 1;
  expect(leaseDecision(accepted, false, start)).toBe("take");
  expect(leaseDecision(running, true, start)).toBe("leased");
  expect(leaseDecision(running, true, late)).toBe("take");
  expect(leaseDecision(running, false, late)).toBe("crash");
  expect(leaseDecision({ ...running, abortRequestedAt: start }, true, late)).toBe("abort");
  expect(leaseDecision({ ...running, abortRequestedAt: start }, false, late)).toBe("crash");
  expect(leaseDecision({ ...running, attempts: 5 }, true, late)).toBe("give up");
});

verifies("processes:lease:clocks", "a lease is never taken so far ahead, nor a message sent so late", () => {
  const setBack = start - 3_600_000;
  expect(leaseDecision(running, true, start - 9 * second)).toBe("leased");
  expect(leaseDecision(running, true, setBack)).toBe("take");
  expect(leaseDecision(running, false, setBack)).toBe("crash");
  expect(isForgotten({ ...running, enqueuedAt: start }, setBack)).toBe(true);
  expect(isForgotten({ ...accepted, enqueuedAt: start }, setBack)).toBe(true);
  expect(isForgotten({ ...accepted, enqueuedAt: start + 900 * second }, start)).toBe(false);
  const planned = { ...accepted, startAt: start + 86_400 * second, enqueuedAt: start + 86_400 * second };
  expect(isForgotten(planned, start)).toBe(false);
});

test("no message is sent again for a process whose message is on its way, or that a worker works on", () => {
  const reported = { ...accepted, enqueuedAt: start };
  expect(isForgotten(accepted, start + 59 * second)).toBe(false);
  expect(isForgotten(accepted, start + 60 * second)).toBe(true);
  expect(isForgotten(reported, start + 299 * second)).toBe(false);
  expect(isForgotten(reported, start + 300 * second)).toBe(true);
  expect(isForgotten({ ...running, enqueuedAt: start }, start + leaseMs - 1)).toBe(false);
  expect(isForgotten({ ...running, enqueuedAt: start }, start + leaseMs)).toBe(true);
  expect(isForgotten({ ...running, enqueuedAt: start + leaseMs + 1 }, start + leaseMs + 2)).toBe(false);
});

import { afterAll, expect } from "vitest";
import { aBrowser } from "../support/http/a-browser.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";

const service = await testService();
afterAll(() => service.stop());
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

verifies("sessions:time:idle", async () => {
  const browser = aBrowser(service);
  await browser.signIn();
  for (let use = 0; use < 4; use += 1) {
    await service.turn(28 * minuteMs);
    expect(await browser.call("GET", "/svc/api/session")).toSucceed();
  }
  await service.turn(30 * minuteMs + 1);
  expect(await browser.call("GET", "/svc/api/session")).toRefuseWith("unauthenticated");
  expect(browser.cookie).toBe("");
});

verifies("sessions:time:idle", "the last use in the list is at most a minute old", async () => {
  const browser = aBrowser(service);
  await browser.signIn();
  for (let use = 0; use < 5; use += 1) {
    await service.turn(40_000);
    const { session } = (await browser.call("GET", "/svc/api/session")).body.response;
    expect(service.clock.now() - Date.parse(session.lastUsedAt)).toBeLessThanOrEqual(minuteMs);
  }
});

verifies("sessions:time:absolute", async () => {
  const browser = aBrowser(service);
  await browser.signIn();
  for (let use = 0; use < 29; use += 1) {
    await service.turn(24 * minuteMs);
    expect((await browser.call("GET", "/svc/api/session")).status).toBe(200);
  }
  await service.turn(24 * minuteMs + 1);
  expect(await browser.call("GET", "/svc/api/session")).toRefuseWith("unauthenticated");
});

verifies("sessions:time:absolute", "a clock that was set back doesn't extend a session", async () => {
  const browser = aBrowser(service);
  await browser.signIn();
  await service.turn(-hourMs);
  expect(await browser.call("GET", "/svc/api/session")).toRefuseWith("unauthenticated");
  await service.turn(hourMs);
});

verifies("sessions:password:changed", async () => {
  const [one, two] = [aBrowser(service), aBrowser(service)];
  expect(await one.signIn()).toSucceed();
  expect(await two.signIn()).toSucceed();
  service.sandbox.reload({ admin: { accounts: [{ name: "admin", password: "another-pass" }] }, databases: [] });
  try {
    const { adminCalls } = service.sandbox.counters;
    await service.turn(4 * minuteMs);
    expect(await one.call("GET", "/svc/api/session")).toSucceed();
    expect(service.sandbox.counters.adminCalls).toBe(adminCalls);
    await service.turn(minuteMs);
    expect(await one.call("GET", "/svc/api/session")).toRefuseWith("unauthenticated");
    const asked = service.sandbox.counters.adminCalls;
    expect(asked).toBeGreaterThan(adminCalls);
    expect(await two.call("GET", "/svc/api/session")).toRefuseWith("unauthenticated");
    expect(service.sandbox.counters.adminCalls).toBe(asked);
    expect(await one.signIn("admin", "another-pass")).toSucceed();
  } finally {
    service.sandbox.reload();
  }
});

verifies("sessions:password:away", async () => {
  const browser = aBrowser(service);
  await browser.signIn();
  service.sandbox.faults.set({ kind: "stopped" });
  await service.turn(5 * minuteMs);
  expect(await browser.call("GET", "/svc/api/session")).toSucceed();
  service.sandbox.faults.clear();
  service.sandbox.reload({ admin: { accounts: [] }, databases: [] });
  try {
    expect(await browser.call("GET", "/svc/api/session")).toSucceed();
    await service.turn(30_000);
    expect(await browser.call("GET", "/svc/api/session")).toRefuseWith("unauthenticated");
  } finally {
    service.sandbox.reload();
  }
});

verifies("sessions:password:away", "the account is checked periodically, not with every request", async () => {
  const browser = aBrowser(service);
  await browser.signIn();
  await service.turn(5 * minuteMs);
  const { adminCalls } = service.sandbox.counters;
  await Promise.all(Array.from({ length: 10 }, () => browser.call("GET", "/svc/api/session")));
  // One sign-in there, one check of its roles, one sign-out.
  expect(service.sandbox.counters.adminCalls - adminCalls).toBe(3);
});

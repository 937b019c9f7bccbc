import { afterAll, expect } from "vitest";
import { aBrowser } from "../support/a-browser.ts";
import { house } from "../support/house.ts";
import { verifies } from "../support/verifies.ts";

const home = await house();
afterAll(() => home.stop());
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

verifies("sessions:time:idle", async () => {
  const browser = aBrowser(home);
  await browser.signIn();
  for (let use = 0; use < 4; use += 1) {
    await home.turn(28 * minuteMs);
    expect(await browser.call("GET", "/svc/api/session")).toSucceed();
  }
  await home.turn(30 * minuteMs + 1);
  expect(await browser.call("GET", "/svc/api/session")).toRefuseWith("unauthenticated");
  expect(browser.cookie).toBe("");
});

verifies("sessions:time:idle", "what the list says of the last use is a minute old at most", async () => {
  const browser = aBrowser(home);
  await browser.signIn();
  for (let use = 0; use < 5; use += 1) {
    await home.turn(40_000);
    const { session } = (await browser.call("GET", "/svc/api/session")).body.response;
    expect(home.clock.now() - Date.parse(session.lastUsedAt)).toBeLessThanOrEqual(minuteMs);
  }
});

verifies("sessions:time:absolute", async () => {
  const browser = aBrowser(home);
  await browser.signIn();
  for (let use = 0; use < 29; use += 1) {
    await home.turn(24 * minuteMs);
    expect((await browser.call("GET", "/svc/api/session")).status).toBe(200);
  }
  await home.turn(24 * minuteMs + 1);
  expect(await browser.call("GET", "/svc/api/session")).toRefuseWith("unauthenticated");
});

verifies("sessions:time:absolute", "a clock that was set back gives no session more time", async () => {
  const browser = aBrowser(home);
  await browser.signIn();
  await home.turn(-hourMs);
  expect(await browser.call("GET", "/svc/api/session")).toRefuseWith("unauthenticated");
  await home.turn(hourMs);
});

verifies("sessions:password:changed", async () => {
  const [one, two] = [aBrowser(home), aBrowser(home)];
  expect(await one.signIn()).toSucceed();
  expect(await two.signIn()).toSucceed();
  home.sandbox.reload({ admin: { accounts: [{ name: "admin", password: "another-pass" }] }, databases: [] });
  try {
    const { adminCalls } = home.sandbox.counters;
    await home.turn(4 * minuteMs);
    expect(await one.call("GET", "/svc/api/session")).toSucceed();
    expect(home.sandbox.counters.adminCalls).toBe(adminCalls);
    await home.turn(minuteMs);
    expect(await one.call("GET", "/svc/api/session")).toRefuseWith("unauthenticated");
    const asked = home.sandbox.counters.adminCalls;
    expect(asked).toBeGreaterThan(adminCalls);
    expect(await two.call("GET", "/svc/api/session")).toRefuseWith("unauthenticated");
    expect(home.sandbox.counters.adminCalls).toBe(asked);
    expect(await one.signIn("admin", "another-pass")).toSucceed();
  } finally {
    home.sandbox.reload();
  }
});

verifies("sessions:password:away", async () => {
  const browser = aBrowser(home);
  await browser.signIn();
  home.sandbox.faults.set({ kind: "stopped" });
  await home.turn(5 * minuteMs);
  expect(await browser.call("GET", "/svc/api/session")).toSucceed();
  home.sandbox.faults.clear();
  home.sandbox.reload({ admin: { accounts: [] }, databases: [] });
  try {
    expect(await browser.call("GET", "/svc/api/session")).toSucceed();
    await home.turn(30_000);
    expect(await browser.call("GET", "/svc/api/session")).toRefuseWith("unauthenticated");
  } finally {
    home.sandbox.reload();
  }
});

verifies("sessions:password:away", "it is asked once in a while, not with every call", async () => {
  const browser = aBrowser(home);
  await browser.signIn();
  await home.turn(5 * minuteMs);
  const { adminCalls } = home.sandbox.counters;
  await Promise.all(Array.from({ length: 10 }, () => browser.call("GET", "/svc/api/session")));
  // One sign-in there, one look at its roles, one sign-out.
  expect(home.sandbox.counters.adminCalls - adminCalls).toBe(3);
});

import { afterAll, beforeEach, expect } from "vitest";
import { aBrowser } from "../support/http/a-browser.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";

const service = await testService();
afterAll(() => service.stop());
beforeEach(() => service.sandbox.faults.clear());

const signIn = (browser: ReturnType<typeof aBrowser>, json: unknown) =>
  browser.call("POST", "/svc/api/session", { json });

verifies("sessions:sign-in:key", "while FileMaker Server is stopped, and as long as it is", async () => {
  const key = await service.anAdminKey();
  service.sandbox.faults.set({ kind: "stopped" });
  const browser = aBrowser(service);
  expect((await browser.signIn()).status).toBe(502);
  const answer = await signIn(browser, { key });
  expect(answer).toSucceed();
  expect(answer.body.response.session).toMatchObject({ kind: "browser", user: "admin", role: "administrator" });
  expect(answer.text).not.toContain(key);
  for (let minutes = 0; minutes < 60; minutes += 20) {
    expect(await browser.call("GET", "/svc/api/api-key")).toSucceed();
    await service.turn(20 * 60_000);
  }
});

verifies("sessions:sign-in:key", "a key's session ends with the key", async () => {
  const key = await service.anAdminKey();
  const browser = aBrowser(service);
  expect(await signIn(browser, { key })).toSucceed();
  expect(await browser.call("GET", "/svc/api/session")).toSucceed();
  await service.admin("DELETE", `/svc/api/admin-api-key/${key}`);
  expect(await browser.call("GET", "/svc/api/session")).toRefuseWith("unauthenticated");
});

verifies(
  "sessions:sign-in:key",
  "an invalid Admin API Key, or one sent together with an account, is rejected",
  async () => {
    const browser = aBrowser(service);
    const dataKey = await service.aKey();
    for (const key of [dataKey, "ak_nothing", `${(await service.anAdminKey()).slice(0, -1)}!`])
      expect(await signIn(browser, { key })).toRefuseWith("credentials_refused");
    const key = await service.anAdminKey();
    expect(await signIn(browser, { key, user: "admin", pass: "admin-pass" })).toRefuseWith("input_invalid");
    expect(await signIn(browser, {})).toRefuseWith("input_invalid");
    expect(browser.setCookie).toBeUndefined();
  },
);

verifies("sessions:sign-in:key", "the audit trail names the account and never the key", async () => {
  const key = await service.anAdminKey();
  expect(await signIn(aBrowser(service), { key })).toSucceed();
  const trail = await service.admin("GET", "/svc/api/audit?limit=20");
  expect(trail.text).toContain("signIn");
  expect(trail.text).not.toContain(key);
});

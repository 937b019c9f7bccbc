import { afterAll, expect } from "vitest";
import { aBrowser } from "../support/http/a-browser.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";

const service = await testService();
afterAll(() => service.stop());

verifies("sessions:console:sign-in", async () => {
  const browser = aBrowser(service);
  const answer = await browser.signIn();
  expect(answer).toSucceed();
  expect(answer.body.response.session).toMatchObject({
    kind: "browser",
    user: "admin",
    role: "administrator",
    address: "127.0.0.1",
    userAgent: "A browser",
    idleSeconds: 1800,
    current: true,
  });
  expect(await browser.call("GET", "/svc/api/api-key")).toSucceed();
});

verifies("sessions:cookie:attributes", async () => {
  const browser = aBrowser(service);
  await browser.signIn();
  expect(browser.setCookie).toMatch(/^latchkey=ls_[0-9a-f]{64}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=43200$/);
});

verifies("sessions:cookie:secure", async () => {
  for (const host of ["keys.example.com", "keys.example.com:8443"]) {
    const browser = aBrowser(service, { Host: host });
    await browser.signIn();
    expect(browser.setCookie).toMatch(/^__Host-latchkey=ls_[0-9a-f]{64}; Path=\/; HttpOnly; SameSite=Strict; Secure; /);
    expect(await browser.call("GET", "/svc/api/session")).toSucceed();
  }
});

verifies("sessions:cookie:value", async () => {
  const browsers = [aBrowser(service), aBrowser(service)];
  for (const browser of browsers) {
    const answer = await browser.signIn();
    expect(answer.text).not.toContain(browser.cookie.split("=")[1]);
  }
  expect(browsers[0]?.cookie).not.toBe(browsers[1]?.cookie);
});

verifies("sessions:sign-in:refused", async () => {
  const browser = aBrowser(service);
  for (const [user, pass] of [
    ["admin", "wrong"],
    ["nobody", "admin-pass"],
    ["admin", ""],
  ] as const) {
    expect(await browser.signIn(user, pass)).toRefuseWith("credentials_refused");
    expect(browser.setCookie).toBeUndefined();
  }
});

verifies("sessions:sign-in:refused", "an empty body is rejected, and so is one that isn't JSON", async () => {
  const { call } = aBrowser(service);
  expect(await call("POST", "/svc/api/session", { json: { user: "admin" } })).toRefuseWith("input_invalid");
  const form = { headers: { "Content-Type": "application/x-www-form-urlencoded" }, body: "user=admin&pass=admin-pass" };
  expect(await call("POST", "/svc/api/session", form)).toRefuseWith("content_type_unsupported");
});

verifies("sessions:sign-in:new-value", async () => {
  const browser = aBrowser(service);
  await browser.signIn();
  const before = browser.cookie;
  await browser.signIn();
  expect(browser.cookie).not.toBe(before);
  const old = { headers: { Cookie: before } };
  expect(await service.raw("GET", "/svc/api/session", old)).toRefuseWith("unauthenticated");
  expect(await browser.call("GET", "/svc/api/session")).toSucceed();
});

verifies("sessions:sign-in:new-value", "a value chosen by another party is never used", async () => {
  const chosen = `latchkey=ls_${"ab".repeat(32)}`;
  const browser = aBrowser(service, { Cookie: chosen });
  await browser.signIn();
  expect(browser.cookie).not.toBe(chosen);
  expect(await service.raw("GET", "/svc/api/session", { headers: { Cookie: chosen } })).toRefuseWith("unauthenticated");
});

verifies("sessions:store:hashed", async () => {
  const browser = aBrowser(service);
  await browser.signIn();
  const value = browser.cookie.split("=")[1] as string;
  const rows = JSON.stringify(await service.rows());
  expect(rows).toContain("sign-in#");
  expect(rows).not.toContain(value);
  expect(rows).not.toContain("admin-pass");
  expect(await service.logs()).not.toContain(value);
});

import { afterAll, beforeEach, expect } from "vitest";
import { call } from "../../support/http/call.ts";
import { adminAccount, basicAuth, testService } from "../../support/test-service.ts";
import { verifies } from "../../support/verifies.ts";

const service = await testService();
afterAll(() => service.stop());
beforeEach(() => service.turn(20 * 60_000));

const list = (headers: Readonly<Record<string, string | readonly string[]>>) =>
  service.raw("GET", "/svc/api/api-key", { headers });

verifies("access:management:account", async () => {
  expect((await list({ Authorization: adminAccount })).status).toBe(200);
  expect((await list({ authorization: adminAccount.replace("Basic", "bAsIc") })).status).toBe(200);
});

verifies("access:management:account", "checked once a minute, and once for concurrent requests", async () => {
  const { adminLogins } = service.sandbox.counters;
  await Promise.all(Array.from({ length: 20 }, () => list({ Authorization: adminAccount })));
  expect(service.sandbox.counters.adminLogins - adminLogins).toBe(1);
  await service.turn(59_000);
  await list({ Authorization: adminAccount });
  expect(service.sandbox.counters.adminLogins - adminLogins).toBe(1);
  await service.turn(1_500);
  await list({ Authorization: adminAccount });
  expect(service.sandbox.counters.adminLogins - adminLogins).toBe(2);
  expect(service.sandbox.counters.openAdminSessions()).toBe(0);
});

verifies("access:management:account", "a password can contain colons, spaces, and any letters", async () => {
  const pass = "p:a ss wörd:";
  service.sandbox.reload({ admin: { accounts: [{ name: "çhief", password: pass }] }, databases: [] });
  expect((await list({ Authorization: basicAuth("çhief", pass) })).status).toBe(200);
  service.sandbox.reload();
});

verifies("access:management:wrong-account", async () => {
  for (const authorization of [
    basicAuth("admin", "wrong"),
    basicAuth("nobody", "admin-pass"),
    basicAuth("admin", ""),
    basicAuth("api", "demo-pass"),
  ]) {
    expect(await list({ Authorization: authorization })).toRefuseWith("unauthenticated");
  }
});

verifies("access:management:wrong-account", "a changed password is rejected within a minute", async () => {
  expect((await list({ Authorization: adminAccount })).status).toBe(200);
  service.sandbox.reload({ admin: { accounts: [{ name: "admin", password: "new-pass" }] }, databases: [] });
  await service.turn(60_000);
  expect(await list({ Authorization: adminAccount })).toRefuseWith("unauthenticated");
  service.sandbox.reload();
});

verifies(
  "access:management:wrong-account",
  "a server that doesn't respond, or locked the account, causes other errors",
  async () => {
    service.sandbox.faults.set({ kind: "stopped" });
    expect(await list({ Authorization: adminAccount })).toRefuseWith("upstream_unreachable");
    const locked = { kind: "status", status: 401, code: "214", message: "Too many login attempts" } as const;
    service.sandbox.faults.set({ ...locked, path: "/user/auth" });
    const answer = await list({ Authorization: adminAccount });
    expect(answer).toRefuseWith("too_many_attempts");
    expect(answer.headers["retry-after"]).toBe("60");
    service.sandbox.faults.clear();
    expect((await list({ Authorization: adminAccount })).status).toBe(200);
  },
);

verifies("access:management:admin-key", async () => {
  const key = await service.anAdminKey();
  expect((await list({ Authorization: `Bearer ${key}` })).status).toBe(200);
  expect((await list({ Authorization: `bearer ${key} ` })).status).toBe(200);
});

verifies(
  "access:management:admin-key",
  "an unknown, mistyped, or truncated one is rejected without any call",
  async () => {
    const key = await service.anAdminKey();
    const { adminCalls } = service.sandbox.counters;
    for (const wrong of [key.slice(0, -1), `${key}0`, key.replace("ak_", "AK_"), key.replace(/.$/, "-"), "ak_"]) {
      if (!wrong.startsWith("ak_")) continue;
      expect(await list({ Authorization: `Bearer ${wrong}` })).toRefuseWith("unauthenticated");
    }
    expect(service.sandbox.counters.adminCalls).toBe(adminCalls);
  },
);

verifies("access:management:token", async () => {
  const token = await adminToken();
  expect((await list({ Authorization: `Bearer ${token}` })).status).toBe(200);
  // It can also create keys; their files are checked with the token.
  const json = { user: "api", pass: "demo-pass", databases: ["Nowhere"] };
  const answer = await service.raw("POST", "/svc/api/api-key", { headers: { Authorization: `Bearer ${token}` }, json });
  expect(answer.body.response.files[0].reason).toBe("not_hosted");
});

verifies("access:management:token", "a logged-out or invented one is rejected", async () => {
  const token = await adminToken();
  const path = `/fmi/admin/api/v2/user/auth/${token}`;
  expect((await call(service.sandbox.origin, "DELETE", path, { headers: { "Content-Length": "0" } })).status).toBe(200);
  for (const wrong of [token, "made-up", "x".repeat(1000)]) {
    expect(await list({ Authorization: `Bearer ${wrong}` })).toRefuseWith("unauthenticated");
  }
});

verifies("access:management:data-key", async () => {
  const key = await service.aKey();
  expect(await list({ Authorization: `Bearer ${key}` })).toRefuseWith("wrong_kind_of_key");
  expect(await list({ Authorization: basicAuth("apiKey", key) })).toRefuseWith("wrong_kind_of_key");
  expect(await list({ Authorization: basicAuth(key, "") })).toRefuseWith("wrong_kind_of_key");
  expect(await service.raw("GET", `/svc/api/api-key?apiKey=${key}`)).toRefuseWith("wrong_kind_of_key");
  expect(await service.raw("GET", `/svc/api/api-key/${key}`)).toRefuseWith("unauthenticated");
});

verifies("access:management:no-credential", async () => {
  for (const headers of [
    {},
    { Authorization: "" },
    { Authorization: "Bearer" },
    { Authorization: "Bearer " },
    { Authorization: "Basic" },
    { Authorization: "Basic !!!" },
    { Authorization: `Basic ${Buffer.from("no colon").toString("base64")}` },
    { Authorization: `Basic ${Buffer.from(":admin-pass").toString("base64")}` },
    { Authorization: "Negotiate abc" },
    { Authorization: "FMID abc" },
    { Cookie: "session=admin" },
    { "X-FM-Data-Access-Token": "abc" },
  ] as Record<string, string>[]) {
    expect(await list(headers), JSON.stringify(headers)).toRefuseWith("unauthenticated");
  }
});

verifies(
  "access:management:no-credential",
  "a credential is required before anything of the request is checked",
  async () => {
    const json = { nothing: "right" };
    expect(await service.raw("POST", "/svc/api/api-key", { json })).toRefuseWith("unauthenticated");
    expect(await service.raw("GET", "/svc/api/api-key/99")).toRefuseWith("unauthenticated");
    expect(await service.raw("POST", "/svc/api/api-key", { body: "{{{" })).toRefuseWith("unauthenticated");
  },
);

verifies("access:management:no-credential", "two are rejected, even if one of them is correct", async () => {
  const wrong = basicAuth("admin", "wrong");
  for (const both of [
    [adminAccount, wrong],
    [wrong, adminAccount],
    [adminAccount, adminAccount],
  ]) {
    expect(await list({ Authorization: both })).toRefuseWith("credentials_repeated");
  }
});

verifies("access:management:no-local-passwords", async () => {
  const key = await service.anAdminKey();
  const rows = await service.rows();
  expect(rows.length).toBeGreaterThan(0);
  expect(JSON.stringify(rows)).not.toContain("admin-pass");
  // Not even a password hash is stored with which an account could be checked without FileMaker Server.
  service.sandbox.reload({ admin: { accounts: [] }, databases: [] });
  await service.turn(60_000); // An accepted account is cached for a minute.
  expect(await list({ Authorization: adminAccount })).toRefuseWith("unauthenticated");
  expect((await list({ Authorization: `Bearer ${key}` })).status).toBe(200);
  service.sandbox.reload();
  expect((await list({ Authorization: adminAccount })).status).toBe(200);
});

async function adminToken(): Promise<string> {
  const headers = { Authorization: adminAccount, "Content-Type": "application/json" };
  const answer = await call(service.sandbox.origin, "POST", "/fmi/admin/api/v2/user/auth", { headers, body: "{}" });
  return answer.body.response.token;
}

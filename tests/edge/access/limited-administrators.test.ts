import { afterAll, expect } from "vitest";
import { demoWorld } from "../../../sandbox/worlds/demo.ts";
import { adminAccount, basicAuth, testService } from "../../support/test-service.ts";
import { verifies } from "../../support/verifies.ts";

const world = demoWorld();
const operator = { name: "operator", password: "operator-pass", privileges: ["DATABASE_MANAGEMENT" as const] };
const service = await testService({ sandbox: { world: { ...world, admin: { ...world.admin, roles: [operator] } } } });
afterAll(() => service.stop());

const account = { user: "operator", pass: "operator-pass" };
const headers = { Authorization: basicAuth(account.user, account.pass) };

/** Returns a token that FileMaker Server itself issued to the limited account. */
async function nativeToken(): Promise<string> {
  const login = await fetch(`${service.sandbox.origin}/fmi/admin/api/v2/user/auth`, {
    method: "POST",
    headers,
    body: "{}",
  });
  const { response } = (await login.json()) as { readonly response: { readonly token: string } };
  return response.token;
}

verifies("access:administrators:limited", async () => {
  const rows = await service.rows("keys#admin");
  for (const [method, path] of [
    ["GET", "/svc/api/api-key"],
    ["GET", "/svc/api/databases"],
    ["DELETE", "/svc/api/sessions"],
  ] as const) {
    const answer = await service.raw(method, path, { headers });
    expect(answer, path).toRefuseWith("administrator_limited");
    expect(answer.status).toBe(403);
  }
  const key = await nativeToken();
  expect(await service.raw("GET", "/svc/api/api-key", { key })).toRefuseWith("administrator_limited");
  const signIn = await service.raw("POST", "/svc/api/session", { json: account });
  expect(signIn).toRefuseWith("administrator_limited");
  expect(signIn.headers).not.toHaveProperty("set-cookie");
  const made = await service.admin("POST", "/svc/api/admin-api-key", { ...account, label: "operator" });
  expect(made).toRefuseWith("administrator_limited");
  expect(await service.rows("keys#admin")).toEqual(rows);
  expect(await service.rows("sign-in#")).toEqual([]);
});

verifies("access:administrators:limited", "a limited account can't sign in on a command line", async () => {
  const wizard = `/svc/wizard/${"7".repeat(40)}`;
  const body = new URLSearchParams({ ...account, action: "sign-in" }).toString();
  const form = { "Content-Type": "application/x-www-form-urlencoded", "Sec-Fetch-Site": "same-origin" };
  await service.raw("GET", wizard);
  const page = await service.raw("POST", wizard, { headers: form, body });
  expect(page.status).toBe(403);
  expect(page.text).toContain("has no Latchkey role");
});

verifies(
  "access:administrators:limited",
  "a limited account's correct password isn't a guess, and isn't checked again",
  async () => {
    await service.turn(3_600_000);
    const calls = service.sandbox.counters.adminLogins;
    for (let time = 0; time < 8; time += 1)
      expect(await service.raw("GET", "/svc/api/api-key", { headers })).toRefuseWith("administrator_limited");
    expect(service.sandbox.counters.adminLogins - calls).toBe(1);
    expect(await service.raw("GET", "/svc/api/api-key", { headers: { Authorization: adminAccount } })).toSucceed();
  },
);

verifies("access:administrators:own-part", async () => {
  expect(await service.raw("GET", "/svc/fmi/admin/v2/databases", { headers })).toSucceed();
  const refused = await service.raw("GET", "/svc/fmi/admin/v2/server/adminrole", { headers });
  expect([refused.status, refused.body.messages[0].code]).toEqual([403, "9"]);
});

import { afterAll, beforeEach, expect } from "vitest";
import type { Answer } from "../../support/http/call.ts";
import { batchOf } from "../../support/http/odata-batch.ts";
import { guessable, guesses } from "../../support/secrets/guesses.ts";
import { basicAuth, testService } from "../../support/test-service.ts";
import { verifies } from "../../support/verifies.ts";

const service = await testService(guessable());
afterAll(() => service.stop());
beforeEach(() => service.turn(3 * 3_600_000));

const { anAddress, basic, dataKey, spend } = guesses(service);
const key = await service.anAdminKey();
/** Turns the clock past the longest memory. */
const longAfter = () => service.turn(31 * 24 * 3_600_000);
const policies = '"client";q=10;w=900, "account";q=20;w=8400, "address";q=20;w=900, "server";q=20;w=60';
const adminLogin = (address: string, user: string, pass = "wrong") =>
  service.raw("POST", "/svc/fmi/admin/v2/user/auth", {
    headers: { "X-Forwarded-For": address, Authorization: basicAuth(user, pass) },
  });
const adminList = (address: string, user: string, pass = "wrong") =>
  service.raw("GET", "/svc/fmi/admin/v2/databases", {
    headers: { "X-Forwarded-For": address, Authorization: basicAuth(user, pass) },
  });

/** Returns the RateLimit header's values per policy. */
function limitsIn({ headers }: Answer): Record<string, { r: number; t: number | undefined }> {
  const list = String(headers.ratelimit).split(", ");
  return Object.fromEntries(
    list.map((item) => {
      const [, policy, r, t] = /^"(\w+)";r=(\d+)(?:;t=(\d+))?$/.exec(item) ?? [];
      return [policy, { r: Number(r), t: t === undefined ? undefined : Number(t) }];
    }),
  );
}

verifies("access:limits:headers", async () => {
  const address = anAddress();
  for (let left = 9; left >= 1; left -= 1) {
    const answer = await dataKey(address, "api");
    expect(answer.headers["ratelimit-policy"]).toBe(policies);
    const { client, account, address: byAddress, server } = limitsIn(answer);
    expect([client?.r, account?.r, byAddress?.r, server?.r]).toEqual([left, left + 10, left + 10, left + 10]);
    expect(client?.t).toBeGreaterThan(870);
    expect(client?.t).toBeLessThanOrEqual(900);
    // Until all of them have been restored.
    expect(account?.t).toBeGreaterThan((10 - left) * 420 - 30);
    expect(account?.t).toBeLessThanOrEqual((10 - left) * 420);
    expect(server?.t).toBeLessThanOrEqual(60);
    expect(answer.headers).not.toHaveProperty("retry-after");
  }
  const last = await dataKey(address, "api");
  expect(limitsIn(last).client).toMatchObject({ r: 0 });
  expect(last).toRefuseWith("key_files_refused");
  const refused = await dataKey(address, "api", "demo-pass");
  expect(refused).toRefuseWith("too_many_attempts");
  expect(refused.headers["ratelimit-policy"]).toBe(policies);
  const { client } = limitsIn(refused);
  expect(client?.r).toBe(0);
  expect(String(client?.t)).toBe(refused.headers["retry-after"]);
});

verifies(
  "access:limits:headers",
  "on every endpoint that checks an account, also where the account was accepted before",
  async () => {
    const places = {
      management: (user: string, pass?: string) => basic(anAddress(), user, pass),
      adminLogin: (user: string, pass?: string) => adminLogin(anAddress(), user, pass),
      adminProxy: (user: string, pass?: string) => adminList(anAddress(), user, pass),
    };
    for (const [name, place] of Object.entries(places)) {
      await longAfter();
      expect(limitsIn(await place("admin")).account?.r).toBe(19);
      const accepted = await place("admin", "admin-pass");
      expect([name, accepted.status]).toEqual([name, 200]);
      expect(limitsIn(accepted), name).toMatchObject({
        client: { r: 10, t: undefined },
        account: { r: 19 },
        server: { r: 19 },
      });
    }
    expect(limitsIn(await dataKey(anAddress(), "api", "demo-pass")).account?.r).toBe(20);
  },
);

verifies(
  "access:limits:headers",
  "OData responses report limits: its files, its list of files, and its batches",
  async () => {
    const odata =
      (method: string, path: string, more = {}) =>
      (user: string, pass: string) =>
        service.raw(method, `/svc/fmi/odata/v4${path}`, {
          headers: { "X-Forwarded-For": anAddress(), Authorization: basicAuth(user, pass), ...more },
          ...(method === "POST" && { body: batchOf("b", [{ lines: ["GET Contacts?$top=1 HTTP/1.1"] }]) }),
        });
    const places = {
      file: odata("GET", "/Contacts/Contacts?$top=1"),
      list: odata("GET", "/"),
      batch: odata("POST", "/Contacts/$batch", { "Content-Type": "multipart/mixed; boundary=b" }),
    };
    for (const [name, place] of Object.entries(places)) {
      await longAfter();
      for (const left of [19, 18]) {
        const refused = await place("api", "wrong");
        // A wrong password gets an empty list.
        expect([name, refused.status]).toEqual([name, name === "list" ? 200 : 401]);
        expect(refused.headers["ratelimit-policy"], name).toBe(policies);
        expect(limitsIn(refused), name).toMatchObject({ client: { r: 9 }, account: { r: left }, address: { r: 19 } });
      }
      const accepted = await place("api", "demo-pass");
      expect([name, accepted.status]).toEqual([name, 200]);
      // The list of files doesn't verify an account.
      if (name === "list") {
        expect(accepted.headers).not.toHaveProperty("ratelimit");
        continue;
      }
      // The batch isn't the call that verifies its account.
      expect(limitsIn(accepted), name).toMatchObject({ client: { r: 10, t: undefined }, server: { r: 18 } });
      expect((await place("api", "demo-pass")).headers).not.toHaveProperty("ratelimit");
    }
  },
);

verifies("access:limits:headers", "a rejection from OData is FileMaker Server's own response, unchanged", async () => {
  await longAfter();
  const path = "/svc/fmi/odata/v4/Contacts/Contacts";
  const answer = await service.raw("GET", path, { headers: { Authorization: basicAuth("api", "wrong") } });
  expect(answer.status).toBe(401);
  expect(answer.headers["content-length"]).toBe(String(answer.bytes.length));
  expect(answer.body.error.code).toBe("212");
  const account = { Authorization: basicAuth("api", "demo-pass") };
  const large = await service.raw("GET", path, { headers: account });
  const again = await service.raw("GET", path, { headers: account });
  expect(large.headers).toHaveProperty("ratelimit");
  expect(again.headers).not.toHaveProperty("ratelimit");
  expect(large.text).toBe(again.text);
});

verifies("access:limits:headers", "an endpoint that checks no password reports no limits", async () => {
  await basic(anAddress(), "admin", "admin-pass");
  for (const answer of [
    await basic(anAddress(), "admin", "admin-pass"),
    await service.raw("GET", "/svc/api/api-key", { key }),
    await service.raw("GET", "/svc/fmi/admin/v2/databases", { key }),
    await service.raw("GET", "/svc/healthz"),
    await service.raw("GET", "/svc/api/api-key", { key: "ak_nothing" }),
  ]) {
    expect(answer.headers).not.toHaveProperty("ratelimit");
    expect(answer.headers).not.toHaveProperty("ratelimit-policy");
  }
  service.sandbox.faults.set({ kind: "stopped" });
  expect((await adminLogin(anAddress(), "admin", "admin-pass")).headers).not.toHaveProperty("ratelimit");
  service.sandbox.faults.clear();
});

verifies("access:limits:headers", "after a wait, one failure is left, and the header says so", async () => {
  const address = anAddress();
  for (let guess = 0; guess < 10; guess += 1) await basic(address, "admin");
  await service.turn(61_000);
  const again = await basic(address, "admin");
  expect(again).toRefuseWith("unauthenticated");
  expect(limitsIn(again).client?.r).toBe(0);
  expect(limitsIn(again).client?.t).toBeGreaterThan(60);
});

verifies("access:limits:headers", "a known client has its own limit, and sees no other", async () => {
  const address = anAddress();
  const accepted = await dataKey(address, "api", "demo-pass");
  expect(accepted.headers["ratelimit-policy"]).toBe(policies);
  const again = await dataKey(address, "api", "demo-pass");
  expect(again.headers["ratelimit-policy"]).toBe('"client";q=10;w=900');
  expect(limitsIn(await dataKey(address, "api"))).toEqual({ client: { r: 9, t: expect.any(Number) } });
});

verifies("access:limits:shape", async () => {
  await spend(() => adminLogin(anAddress(), "admin"));
  expect(await basic(anAddress(), "admin", "admin-pass")).toRefuseWith("too_many_attempts");
  for (const call of [adminLogin, adminList]) {
    const answer = await call(anAddress(), "admin", "admin-pass");
    expect(answer).toRefuseLikeAdminApi("too_many_attempts");
    expect(answer.body.messages[0].code).toBe("18004");
    expect(answer.headers["ratelimit-policy"]).toBe(policies);
  }
});

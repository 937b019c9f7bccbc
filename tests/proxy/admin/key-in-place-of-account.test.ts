import { afterAll, expect } from "vitest";
import { mistyped } from "../../support/mistyped.ts";
import { basicAuth, testService } from "../../support/test-service.ts";
import { verifies } from "../../support/verifies.ts";

const service = await testService();
afterAll(() => service.stop());

const key = await service.anAdminKey();
const databases = "/svc/fmi/admin/v2/databases";
const namesIn = (body: { response: { databases: { filename: string }[] } }) =>
  body.response.databases.map(({ filename }) => filename);

verifies("proxy:admin:stands-in", async () => {
  const answer = await service.raw("GET", databases, { key });
  expect(answer).toSucceed();
  expect(namesIn(answer.body)).toContain("Contacts.fmp12");
});

verifies("proxy:admin:admin-key", async () => {
  expect(await service.raw("GET", databases, { headers: { Authorization: `bearer  ${key}` } })).toSucceed();
});

verifies(
  "proxy:admin:admin-key",
  "anything that isn't an Admin API Key is rejected, always in the same way",
  async () => {
    const deleted = await service.anAdminKey();
    await service.admin("DELETE", `/svc/api/admin-api-key/${deleted}`);
    const answers = [
      await service.raw("GET", databases, { key: "ak_nothing" }),
      await service.raw("GET", databases, { key: mistyped(key) }),
      await service.raw("GET", databases, { key: deleted }),
    ];
    for (const answer of answers) expect(answer).toRefuseLikeAdminApi("key_unknown");
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  },
);

verifies(
  "proxy:admin:admin-key",
  "a scheme without a value isn't a key, and nothing is forwarded to the server",
  async () => {
    const { adminCalls } = service.sandbox.counters;
    for (const [Authorization, code] of [
      ["Bearer", "1702"],
      ["bearer ", "1702"],
      ["Basic", "212"],
    ] as const)
      expect(
        (await service.raw("GET", databases, { headers: { Authorization } })).body.messages[0].code,
        Authorization,
      ).toBe(code);
    const joined = await service.raw("GET", databases, { headers: { Authorization: `Bearer${key}` } });
    expect(joined).toRefuseLikeAdminApi("authorization_unsupported");
    expect(service.sandbox.counters.adminCalls).toBe(adminCalls);
  },
);

verifies("proxy:admin:admin-key", "a Data API Key is rejected", async () => {
  const dataKey = await service.aKey();
  expect(await service.raw("GET", databases, { key: dataKey })).toRefuseLikeAdminApi("wrong_kind_of_key");
  const headers = { Authorization: basicAuth("apiKey", dataKey) };
  expect(await service.raw("GET", databases, { headers })).toRefuseLikeAdminApi("wrong_kind_of_key");
  expect(await service.raw("GET", `${databases}?apiKey=${dataKey}`)).toRefuseLikeAdminApi("wrong_kind_of_key");
});

verifies("proxy:admin:path", async () => {
  expect(await service.raw("GET", "/svc/fmi/admin/v2/server/metadata", { key })).toSucceed();
});

verifies("proxy:admin:v2", async () => {
  for (const version of ["v1", "v3", "vLatest"]) {
    const path = `/svc/fmi/admin/${version}/databases`;
    expect(await service.raw("GET", path, { key })).toRefuseLikeAdminApi("route_not_found");
  }
});

verifies("proxy:admin:path-native", async () => {
  expect(await service.raw("GET", "/svc/fmi/admin/api/v2/databases", { key })).toSucceed();
  const { adminCalls } = service.sandbox.counters;
  for (const path of [
    "apidoc/",
    "api/v1/databases",
    "api/v2x/databases",
    "api/V2/databases",
    "api",
    "api/v2.0/databases",
  ]) {
    expect(await service.raw("GET", `/svc/fmi/admin/${path}`, { key })).toRefuseLikeAdminApi("route_not_found");
  }
  expect(service.sandbox.counters.adminCalls).toBe(adminCalls);
});

verifies("proxy:admin:no-query", async () => {
  const { adminCalls } = service.sandbox.counters;
  const inQuery = [`${databases}?apiKey=${key}`, `${databases}?a=1&%61piKey=${key}`, `${databases}?apiKey=anything`];
  for (const path of inQuery) {
    expect(await service.raw("GET", path)).toRefuseLikeAdminApi("admin_key_in_url");
    expect(await service.raw("GET", path, { key })).toRefuseLikeAdminApi("admin_key_in_url");
  }
  for (const [user, pass] of [
    ["apiKey", key],
    ["apiKey", "ak_wrong"],
    [key, ""],
    ["admin", key],
  ] as const) {
    const headers = { Authorization: basicAuth(user, pass) };
    for (const [method, path] of [
      ["GET", databases],
      ["POST", "/svc/fmi/admin/v2/user/auth"],
    ] as const)
      expect(await service.raw(method, path, { headers })).toRefuseLikeAdminApi("admin_key_in_url");
  }
  expect(service.sandbox.counters.adminCalls).toBe(adminCalls);
});

verifies("proxy:admin:errors", async () => {
  const answer = await service.raw("GET", databases);
  expect(answer.body).toEqual({
    messages: [{ code: "1702", text: "Missing Authorization header" }],
    response: {},
  });
  expect(answer.headers["content-type"]).toMatch(/^application\/json/);
  const headers = { Authorization: "Digest x" };
  expect(await service.raw("GET", databases, { headers })).toRefuseLikeAdminApi("authorization_unsupported");
  const twice = { Authorization: [`Bearer ${key}`, `Bearer ${key}`] };
  expect(await service.raw("GET", databases, { headers: twice })).toRefuseLikeAdminApi("credentials_repeated");
});

verifies("proxy:admin:errors", "the server's own errors are forwarded", async () => {
  const answer = await service.raw("PATCH", `${databases}/999999`, { key, json: { status: "CLOSED" } });
  const native = await service.sandbox.counters;
  expect(answer.status).toBe(404);
  expect(answer.body.messages[0].code).toBe("1700");
  expect(native.openAdminSessions()).toBe(1);
});

verifies("proxy:admin:last-used", async () => {
  const fresh = await service.anAdminKey();
  const lastUsed = async () => {
    await service.settle();
    const { last_used } = (await service.admin("GET", `/svc/api/admin-api-key/${fresh}`)).body.response;
    return last_used;
  };
  expect(await lastUsed()).toBeNull();
  const before = service.clock.now();
  expect(await service.raw("GET", databases, { key: fresh })).toSucceed();
  expect(Date.parse(await lastUsed())).toBeGreaterThanOrEqual(before);
});

import { afterAll, beforeEach, expect, test } from "vitest";
import { call } from "../support/http/call.ts";
import { recordsPath } from "../support/http/records-path.ts";
import { tappedServer } from "../support/http/tapped-server.ts";
import { basicAuth, testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";

const tap = await tappedServer();
const service = await testService({ environment: { FMS_URL: tap.origin } });
tap.leadTo(service.sandbox.origin);
afterAll(async () => {
  await service.stop();
  tap.close();
});
beforeEach(() => service.sandbox.faults.clear());

const key = await service.aKey();
const records = recordsPath().replace("?_limit=1", "");

/** Makes the same call directly to the server, with a separate session. */
async function natively(method: string, path: string, json?: unknown) {
  const login = await call(service.sandbox.origin, "POST", "/fmi/data/vLatest/databases/Contacts.fmp12/sessions", {
    headers: { Authorization: basicAuth("api", "demo-pass") },
    json: {},
  });
  const headers = { Authorization: `Bearer ${login.body.response.token}` };
  return call(service.sandbox.origin, method, path.replace("/svc", ""), { headers, json });
}

verifies("proxy:data:all-headers", async () => {
  const headers = {
    "Content-Type": "application/json",
    Prefer: "return=minimal",
    "X-Request-Tag": "blue",
    "accept-language": "de-CH",
    "User-Agent": "a test/1.0",
    "X-FM-Data-Something": "kept",
  };
  expect(await service.raw("GET", recordsPath(), { key, headers })).toSucceed();
  const sent = tap.request("X-Request-Tag") ?? "";
  for (const [name, value] of Object.entries(headers)) expect(sent).toContain(`\r\n${name}: ${value}\r\n`);
  expect(sent).not.toContain(key);
});

verifies("proxy:data:methods", async () => {
  const created = await service.raw("POST", records, {
    key,
    json: { fieldData: { firstName: "Ada", lastName: "Lovelace" } },
  });
  expect(created).toSucceed();
  const record = `${records}/${created.body.response.recordId}`;
  expect(await service.raw("GET", record, { key })).toSucceed();
  expect((await service.raw("HEAD", record, { key })).status).toBe(200);
  expect(await service.raw("PATCH", record, { key, json: { fieldData: { firstName: "Augusta" } } })).toSucceed();
  expect((await service.raw("GET", record, { key })).body.response.data[0].fieldData.firstName).toBe("Augusta");
  const copied = await service.raw("POST", record, { key, json: {} });
  expect(copied).toSucceed();
  expect(await service.raw("DELETE", `${records}/${copied.body.response.recordId}`, { key })).toSucceed();
  expect(await service.raw("DELETE", record, { key })).toSucceed();
  expect((await service.raw("GET", record, { key })).body.messages[0].code).toBe("101");
  expect((await service.raw("PUT", record, { key, json: {} })).body.messages[0].code).toBe("1704");
});

verifies("proxy:errors:passed-through", async () => {
  const find = records.replace("/records", "/_find");
  const calls = [
    ["GET", `${records}/999999`, undefined, "101"],
    ["POST", find, { query: [{ lastName: "==Nobody at all" }] }, "401"],
    ["POST", records, { fieldData: { nosuchfield: "x" } }, "102"],
    ["GET", `${records}?_limit=x`, undefined, "960"],
  ] as const;
  for (const [method, path, json, code] of calls) {
    const before = service.sandbox.counters.calls;
    const answer = await service.raw(method, path, { key, json });
    expect(service.sandbox.counters.calls - before, path).toBe(1);
    const native = await natively(method, path, json);
    expect(answer.body.messages[0].code, path).toBe(code);
    expect([answer.status, answer.bytes.toString("latin1")]).toEqual([native.status, native.bytes.toString("latin1")]);
  }
});

verifies(
  "proxy:errors:passed-through",
  "the server's exhausted quota and full disk too, byte for byte and only once",
  async () => {
    expect(await service.raw("GET", recordsPath(), { key })).toSucceed();
    for (const code of ["953", "812", "-1"]) {
      service.sandbox.faults.set({ kind: "status", status: 500, code, message: "Exceeded (*)", path: "/records" });
      const before = service.sandbox.counters.faults;
      const answer = await service.raw("GET", recordsPath(), { key });
      expect(answer.status).toBe(500);
      expect(answer.text).toBe(`{"messages":[{"code":"${code}","message":"Exceeded (*)"}],"response":{}}`);
      expect(service.sandbox.counters.faults - before).toBe(1);
    }
  },
);

verifies(
  "proxy:errors:passed-through",
  "a 401 that isn't about the session doesn't count as a dead session",
  async () => {
    expect(await service.raw("GET", recordsPath(), { key })).toSucceed();
    const { logins } = service.sandbox.counters;
    service.sandbox.faults.set({
      kind: "status",
      status: 401,
      code: "9",
      message: "Insufficient privileges",
      path: "/records",
    });
    const answer = await service.raw("GET", recordsPath(), { key });
    expect(answer.status).toBe(401);
    expect(answer.text).toBe('{"messages":[{"code":"9","message":"Insufficient privileges"}],"response":{}}');
    service.sandbox.faults.set({ kind: "status", status: 401, body: "html", path: "/records" });
    expect((await service.raw("GET", recordsPath(), { key })).text).toContain("<h1>");
    expect(service.sandbox.counters.logins).toBe(logins);
  },
);

verifies("proxy:errors:shape", async () => {
  const refusals = [
    await service.raw("GET", recordsPath()),
    await service.raw("GET", recordsPath("Orders"), { key }),
    await service.raw("GET", "/svc/fmi/data/v9/databases", { key }),
    await service.raw("PATCH", "/svc/fmi/data/vLatest/databases/Contacts/globals", { key, json: { globalFields: {} } }),
  ];
  for (const { body, headers } of refusals) {
    expect(body).toEqual({
      messages: [{ code: expect.stringMatching(/^\d+$/), message: expect.any(String) }],
      response: {},
    });
    expect(headers["content-type"]).toBe("application/json; charset=utf-8");
    expect(headers["cache-control"]).toBe("no-store");
  }
});

verifies("proxy:errors:other", async () => {
  service.sandbox.faults.set({ kind: "reset", path: "/records" });
  const broken = await service.raw("POST", records, { key, json: { fieldData: {} } });
  expect(broken).toRefuseLikeFileMaker("upstream_broken");
  expect(broken.body.messages[0].code).toBe("18055");
  const globals = "/svc/fmi/data/vLatest/databases/Contacts/globals";
  const needsLogin = await service.raw("PATCH", globals, { key, json: { globalFields: {} } });
  expect(needsLogin.body.messages[0].code).toBe("18043");
});

test("a read is retried once after a broken connection, a write isn't", async () => {
  expect(await service.raw("GET", recordsPath(), { key })).toSucceed();
  const struck = () => service.sandbox.counters.faults;
  const before = struck();
  service.sandbox.faults.set({ kind: "reset", path: "/records", times: 1 });
  expect(await service.raw("GET", recordsPath(), { key })).toSucceed();
  service.sandbox.faults.set({ kind: "reset", path: "/records" });
  expect(await service.raw("GET", recordsPath(), { key })).toRefuseLikeFileMaker("upstream_broken");
  expect(struck() - before).toBe(3);
  const json = { fieldData: { lastName: "Once" } };
  expect(await service.raw("POST", records, { key, json })).toRefuseLikeFileMaker("upstream_broken");
  expect(struck() - before).toBe(4);
});

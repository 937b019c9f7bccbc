import { afterAll, expect } from "vitest";
import { newSecret } from "#shared/keys/secret.ts";
import { recordsPath } from "../support/http/records-path.ts";
import { type WatchedTable, watchedTable } from "../support/tables/watched-table.ts";
import { basicAuth, testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";

let table: WatchedTable | undefined;
const service = await testService({
  decorate: (platform) => {
    table = watchedTable(platform.table);
    return { ...platform, table };
  },
});
afterAll(() => service.stop());

const unknownKey = () => newSecret("data", service.runtime.platform.ids);
const mistyped = (key: string) => key.slice(0, -1) + (key.endsWith("0") ? "1" : "0");

verifies("proxy:auth:bearer", async () => {
  const Authorization = `Bearer ${await service.aKey()}`;
  expect(await service.raw("GET", recordsPath(), { headers: { Authorization } })).toSucceed();
  const lowerCase = { Authorization: Authorization.replace("Bearer", "bearer") };
  expect(await service.raw("GET", recordsPath(), { headers: lowerCase })).toSucceed();
});

verifies("proxy:auth:query", async () => {
  const key = await service.aKey();
  expect(await service.raw("GET", `${recordsPath()}&apiKey=${key}`)).toSucceed();
  expect(await service.raw("GET", `${recordsPath()}&%61piKey=${key}`)).toSucceed();
  expect(await service.raw("GET", `${recordsPath()}&apikey=${key}`)).toRefuseLikeFileMaker("credential_missing");
});

verifies("proxy:auth:url-user", async () => {
  const key = await service.aKey();
  const fromUrl = (user: string) =>
    service.raw("GET", recordsPath(), { headers: { Authorization: basicAuth(user, key) } });
  expect(await fromUrl("apiKey")).toSucceed();
  expect(await fromUrl("api")).toRefuseLikeFileMaker("native_account_unsupported");
});

verifies("proxy:errors:unknown-key", async () => {
  const key = await service.aKey();
  expect(await service.raw("GET", recordsPath(), { key })).toSucceed();
  expect((await service.admin("DELETE", `/svc/api/api-key/${key}`)).status).toBe(200);
  for (const refused of [key, unknownKey(), mistyped(key)]) {
    const answer = await service.raw("GET", recordsPath(), { key: refused });
    expect(answer).toRefuseLikeFileMaker("key_unknown");
    expect(answer.status).toBe(401);
    expect(answer.body.messages[0].code).toBe("212");
  }
});

verifies("proxy:errors:unknown-key", "another scheme isn't a key", async () => {
  const headers = { Authorization: "Negotiate abc" };
  expect(await service.raw("GET", recordsPath(), { headers })).toRefuseLikeFileMaker("key_unknown");
});

verifies("proxy:errors:no-credential", async () => {
  const none = await service.raw("GET", recordsPath());
  expect(none).toRefuseLikeFileMaker("credential_missing");
  expect([none.status, none.body.messages[0].code]).toEqual([401, "10"]);
  const login = await service.raw("POST", "/svc/fmi/data/vLatest/databases/Contacts/sessions", { json: {} });
  expect([login.status, login.body.messages[0].code]).toEqual([401, "10"]);
  const admin = await service.raw("GET", "/svc/fmi/admin/api/v2/databases");
  expect([admin.status, admin.body.messages[0].code]).toEqual([401, "1702"]);
});

verifies("proxy:errors:native-account", async () => {
  const headers = { Authorization: basicAuth("api", "demo-pass") };
  const login = "/svc/fmi/data/vLatest/databases/Contacts/sessions";
  for (const answer of [
    await service.raw("GET", recordsPath(), { headers }),
    await service.raw("POST", login, { headers, json: {} }),
  ]) {
    expect(answer).toRefuseLikeFileMaker("native_account_unsupported");
    expect(answer.body.messages[0].message).toContain("`apiKey`");
  }
});

verifies(
  "proxy:errors:readable-status",
  "a closed and a missing file are 500 with 802, as on FileMaker Server",
  async () => {
    const key = await service.aKey({ allowAnyDatabase: true });
    for (const file of ["Archive", "Nowhere"]) {
      const answer = await service.raw("GET", recordsPath(file), { key });
      expect([answer.status, answer.body.messages[0].code]).toEqual([500, "802"]);
    }
  },
);

verifies("proxy:errors:readable-status", "a rejected stored account is 500 too", async () => {
  const key = await service.aKey();
  service.sandbox.faults.set([{ kind: "wrongPassword" }, { kind: "deadToken", times: 1 }]);
  const answer = await service.raw("GET", recordsPath(), { key });
  service.sandbox.faults.clear();
  expect(answer).toRefuseLikeFileMaker("stored_credentials_refused");
  expect(answer.status).toBe(500);
  // Past the pause in which the account isn't tried.
  await service.turn(30_000);
});

verifies("proxy:data:flag-off", async () => {
  const key = await service.aKey({ isDataApi: false, isOData: true });
  const root = "/svc/fmi/data/vLatest";
  const calls = [
    service.raw("GET", recordsPath(), { key }),
    service.raw("GET", `${root}/databases`, { key }),
    service.raw("GET", `${root}/validateSession`, { key }),
    service.raw("POST", `${root}/databases/Contacts/sessions`, {
      headers: { Authorization: basicAuth("apiKey", key) },
    }),
  ];
  for (const answer of await Promise.all(calls)) expect(answer).toRefuseLikeFileMaker("key_data_api_off");
});

verifies("proxy:errors:not-allowed", async () => {
  const key = await service.aKey({ databases: ["Contacts.fmp12"] });
  const answer = await service.raw("GET", recordsPath("Orders.fmp12"), { key });
  expect(answer.status).toBe(403);
  expect(answer.body).toEqual({ messages: [{ code: "9", message: expect.any(String) }], response: {} });
});

verifies("proxy:refusals:alike", "their contents are indistinguishable", async () => {
  const key = await service.aKey();
  await service.admin("DELETE", `/svc/api/api-key/${key}`);
  const unknownCallers = [mistyped(key), unknownKey(), key];
  const [first, ...rest] = await Promise.all(
    unknownCallers.map((one) => service.raw("GET", recordsPath(), { key: one })),
  );
  for (const other of rest) {
    expect(other.bytes.equals(first?.bytes ?? Buffer.alloc(0))).toBe(true);
    expect(Object.keys(other.headers)).toEqual(Object.keys(first?.headers ?? {}));
  }

  const otherFile = await service.raw("GET", recordsPath("Orders"), { key: await service.aKey() });
  const hidden = await service.raw("GET", recordsPath("NoSuchFile"), { key: await service.aKey() });
  expect(hidden.bytes.equals(otherFile.bytes)).toBe(true);
});

verifies(
  "proxy:refusals:alike",
  "none of them takes the time of a FileMaker Server request, or more than one store lookup",
  async () => {
    const deleted = await service.aKey();
    await service.admin("DELETE", `/svc/api/api-key/${deleted}`);
    const good = await service.aKey();
    const otherApi = await service.aKey({ isDataApi: false, isOData: true });
    const kinds = [
      () => service.raw("GET", recordsPath(), { key: mistyped(deleted) }),
      () => service.raw("GET", recordsPath(), { key: unknownKey() }),
      () => service.raw("GET", recordsPath(), { key: deleted }),
      () => service.raw("GET", recordsPath("Orders"), { key: good }),
      () => service.raw("GET", recordsPath(), { key: otherApi }),
    ];
    await service.settle();
    const before = service.sandbox.counters.calls;
    for (const call of kinds) {
      const reads = table?.reads("") ?? 0;
      await call();
      // A key is looked up with two reads; a mistyped one needs none.
      expect((table?.reads("") ?? 0) - reads).toBeLessThanOrEqual(2);
    }
    expect(service.sandbox.counters.calls).toBe(before);
  },
);

verifies("proxy:refusals:store-down", async () => {
  const key = await service.aKey();
  if (table !== undefined) table.away = true;
  const answers = await Promise.all([key, unknownKey()].map((one) => service.raw("GET", recordsPath(), { key: one })));
  if (table !== undefined) table.away = false;
  for (const answer of answers) {
    expect(answer).toRefuseLikeFileMaker("store_unavailable");
    expect(answer.status).toBe(503);
    expect(Number(answer.headers["retry-after"])).toBeGreaterThan(0);
  }
  expect(await service.raw("GET", recordsPath(), { key })).toSucceed();
});

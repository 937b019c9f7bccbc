import { afterAll, expect } from "vitest";
import { newSecret } from "../../shared/keys/secret.ts";
import { basicAuth, house } from "../support/house.ts";
import { recordsPath } from "../support/records-path.ts";
import { verifies } from "../support/verifies.ts";
import { type WatchedTable, watchedTable } from "../support/watched-table.ts";

let table: WatchedTable | undefined;
const home = await house({
  decorate: (platform) => {
    table = watchedTable(platform.table);
    return { ...platform, table };
  },
});
afterAll(() => home.stop());

const unknownKey = () => newSecret("data", home.runtime.platform.ids);
const mistyped = (key: string) => key.slice(0, -1) + (key.endsWith("0") ? "1" : "0");

verifies("proxy:auth:bearer", async () => {
  const Authorization = `Bearer ${await home.aKey()}`;
  expect(await home.raw("GET", recordsPath(), { headers: { Authorization } })).toSucceed();
  const lowerCase = { Authorization: Authorization.replace("Bearer", "bearer") };
  expect(await home.raw("GET", recordsPath(), { headers: lowerCase })).toSucceed();
});

verifies("proxy:auth:query", async () => {
  const key = await home.aKey();
  expect(await home.raw("GET", `${recordsPath()}&apiKey=${key}`)).toSucceed();
  expect(await home.raw("GET", `${recordsPath()}&%61piKey=${key}`)).toSucceed();
  expect(await home.raw("GET", `${recordsPath()}&apikey=${key}`)).toRefuseLikeFileMaker("key_unknown");
});

verifies("proxy:auth:url-user", async () => {
  const key = await home.aKey();
  const fromUrl = (user: string) =>
    home.raw("GET", recordsPath(), { headers: { Authorization: basicAuth(user, key) } });
  expect(await fromUrl("apiKey")).toSucceed();
  expect(await fromUrl("api")).toRefuseLikeFileMaker("key_unknown");
});

verifies("proxy:errors:unknown-key", async () => {
  const key = await home.aKey();
  expect(await home.raw("GET", recordsPath(), { key })).toSucceed();
  expect((await home.admin("DELETE", `/svc/api/api-key/${key}`)).status).toBe(200);
  for (const refused of [key, unknownKey(), mistyped(key)]) {
    const answer = await home.raw("GET", recordsPath(), { key: refused });
    expect(answer).toRefuseLikeFileMaker("key_unknown");
    expect(answer.status).toBe(401);
    expect(answer.body.messages[0].code).toBe("212");
  }
});

verifies(
  "proxy:errors:unknown-key",
  "a call without a key, or with an account in its place, is refused alike",
  async () => {
    const answers = [
      await home.raw("GET", recordsPath()),
      await home.raw("GET", recordsPath(), { headers: { Authorization: basicAuth("api", "demo-pass") } }),
      await home.raw("GET", recordsPath(), { headers: { Authorization: "Negotiate abc" } }),
    ];
    for (const answer of answers) expect(answer).toRefuseLikeFileMaker("key_unknown");
  },
);

verifies("proxy:data:flag-off", async () => {
  const key = await home.aKey({ isDataApi: false, isOData: true });
  const root = "/svc/fmi/data/vLatest";
  const calls = [
    home.raw("GET", recordsPath(), { key }),
    home.raw("GET", `${root}/databases`, { key }),
    home.raw("GET", `${root}/validateSession`, { key }),
    home.raw("POST", `${root}/databases/Contacts/sessions`, { headers: { Authorization: basicAuth("apiKey", key) } }),
  ];
  for (const answer of await Promise.all(calls)) expect(answer).toRefuseLikeFileMaker("key_file_not_allowed");
});

verifies("proxy:errors:not-allowed", async () => {
  const key = await home.aKey({ databases: ["Contacts.fmp12"] });
  const answer = await home.raw("GET", recordsPath("Orders.fmp12"), { key });
  expect(answer.status).toBe(403);
  expect(answer.body).toEqual({ messages: [{ code: "9", message: expect.any(String) }], response: {} });
});

verifies("proxy:refusals:alike", "none of them tells from another by what it says", async () => {
  const key = await home.aKey();
  await home.admin("DELETE", `/svc/api/api-key/${key}`);
  const strangers = [mistyped(key), unknownKey(), key];
  const [first, ...rest] = await Promise.all(strangers.map((one) => home.raw("GET", recordsPath(), { key: one })));
  for (const other of rest) {
    expect(other.bytes.equals(first?.bytes ?? Buffer.alloc(0))).toBe(true);
    expect(Object.keys(other.headers)).toEqual(Object.keys(first?.headers ?? {}));
  }

  const otherFile = await home.raw("GET", recordsPath("Orders"), { key: await home.aKey() });
  const hidden = await home.raw("GET", recordsPath("NoSuchFile"), { key: await home.aKey() });
  const otherApi = await home.raw("GET", recordsPath(), { key: await home.aKey({ isDataApi: false, isOData: true }) });
  expect(otherApi.bytes.equals(otherFile.bytes)).toBe(true);
  expect(hidden.bytes.equals(otherFile.bytes)).toBe(true);
});

verifies(
  "proxy:refusals:alike",
  "none of them takes the time of a question to FileMaker Server, or more of the store's than a look-up",
  async () => {
    const deleted = await home.aKey();
    await home.admin("DELETE", `/svc/api/api-key/${deleted}`);
    const good = await home.aKey();
    const otherApi = await home.aKey({ isDataApi: false, isOData: true });
    const kinds = [
      () => home.raw("GET", recordsPath(), { key: mistyped(deleted) }),
      () => home.raw("GET", recordsPath(), { key: unknownKey() }),
      () => home.raw("GET", recordsPath(), { key: deleted }),
      () => home.raw("GET", recordsPath("Orders"), { key: good }),
      () => home.raw("GET", recordsPath(), { key: otherApi }),
    ];
    await home.settle();
    const before = home.sandbox.counters.calls;
    for (const call of kinds) {
      const reads = table?.reads("") ?? 0;
      await call();
      // Two reads look a key up; a mistyped one does not even cost that.
      expect((table?.reads("") ?? 0) - reads).toBeLessThanOrEqual(2);
    }
    expect(home.sandbox.counters.calls).toBe(before);
  },
);

verifies("proxy:refusals:store-down", async () => {
  const key = await home.aKey();
  if (table !== undefined) table.away = true;
  const answers = await Promise.all([key, unknownKey()].map((one) => home.raw("GET", recordsPath(), { key: one })));
  if (table !== undefined) table.away = false;
  for (const answer of answers) {
    expect(answer).toRefuseLikeFileMaker("store_unavailable");
    expect(answer.status).toBe(503);
    expect(Number(answer.headers["retry-after"])).toBeGreaterThan(0);
  }
  expect(await home.raw("GET", recordsPath(), { key })).toSucceed();
});

import { afterAll, expect } from "vitest";
import { keyCache } from "#shared/keys/cache/key-cache.ts";
import { lastUse } from "#shared/keys/cache/last-use.ts";
import { keyStore } from "#shared/keys/store.ts";
import { backgroundTasks } from "#shared/ports/background-tasks.ts";
import { recordsPath } from "../support/http/records-path.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";

const service = await testService();
afterAll(() => service.stop());

const remove = (reference: string | number) => service.admin("DELETE", `/svc/api/api-key/${reference}`);
const bulk = (keys: unknown) => service.admin("POST", "/svc/api/api-key/bulk-delete", { keys });
const use = (key: string) => service.raw("GET", recordsPath(), { key });
const idOf = async (key: string): Promise<number> =>
  (await service.admin("GET", `/svc/api/api-key/${key}`)).body.response.id;

verifies("keys:delete:single", async () => {
  const key = await service.aKey();
  expect(await use(key)).toSucceed();
  expect((await remove(key)).body.response).toEqual({ ok: true });
  expect(await use(key)).toRefuseLikeFileMaker("key_unknown");
  expect(await remove(key)).toRefuseWith("key_not_found");
});

verifies("keys:delete:single", "the id works as well as the value, and no other key is touched", async () => {
  const [key, other] = [await service.aKey(), await service.aKey()];
  await remove(await idOf(key));
  expect(await use(key)).toRefuseLikeFileMaker("key_unknown");
  expect(await use(other)).toSucceed();
});

verifies("keys:delete:single", "an id is never reused", async () => {
  const last = await idOf(await service.aKey());
  await remove(last);
  expect(await idOf(await service.aKey())).toBe(last + 1);
});

verifies("keys:delete:single", "a key is deleted even if its sessions can't be ended on FileMaker Server", async () => {
  const key = await service.aKey({ user: "readonly", pass: "readonly-pass" });
  expect(await use(key)).toSucceed();
  service.sandbox.faults.set({ kind: "reset" });
  expect((await remove(key)).status).toBe(200);
  await service.settle();
  service.sandbox.faults.clear();
  expect(await use(key)).toRefuseLikeFileMaker("key_unknown");
  expect(await service.logs()).toContain("unused sessions of a key");
});

verifies("keys:delete:single", "a key's FileMaker sessions are closed, unless another key shares them", async () => {
  const account = { user: "Admin", pass: "full-access-pass" };
  const [key, other] = [await service.aKey(account), await service.aKey(account)];
  expect(await use(key)).toSucceed();
  const open = service.sandbox.counters.openSessions();
  await remove(key);
  await service.settle();
  expect(service.sandbox.counters.openSessions()).toBe(open);
  await remove(other);
  await service.settle();
  expect(service.sandbox.counters.openSessions()).toBe(open - 1);
});

verifies("keys:delete:bulk", async () => {
  const keys = [await service.aKey(), await service.aKey(), await service.aKey()] as const;
  const ids = await Promise.all(keys.map(idOf));
  const unknown = await service.aKey();
  await remove(unknown);
  const { status, body } = await bulk([ids[0], keys[1], 99_999, unknown, "nonsense"]);
  expect(status).toBe(200);
  expect(body.response.deleted).toEqual([ids[0], ids[1]]);
  expect(body.response.notFound).toEqual([99_999, `dk_…${unknown.slice(-4)}`, "nonsense"]);
  expect(await use(keys[0])).toRefuseLikeFileMaker("key_unknown");
  expect(await use(keys[1])).toRefuseLikeFileMaker("key_unknown");
  expect(await use(keys[2])).toSucceed();
});

verifies("keys:delete:bulk", "a key that is named twice, by id and by value, is deleted once", async () => {
  const key = await service.aKey();
  const id = await idOf(key);
  expect((await bulk([id, key, String(id), id])).body.response).toEqual({ deleted: [id], notFound: [] });
});

verifies(
  "keys:delete:bulk",
  "an empty list, a list that is too long, and a body without a list are rejected",
  async () => {
    for (const keys of [[], Array.from({ length: 1001 }, (_, index) => index + 1), "1", [1.5], [{}]]) {
      expect(await bulk(keys)).toRefuseWith("input_invalid");
    }
  },
);

verifies("keys:delete:ten-seconds", async () => {
  const key = await service.aKey();
  const elsewhere = anotherProcess();
  // The key is used there every second, so that its cached state is as recent as possible.
  for (let second = 0; second < 8; second += 1) {
    expect(await elsewhere.knows(key)).toBe(true);
    await service.turn(1000);
  }
  await remove(key);
  for (let second = 0; second < 10; second += 1) {
    await elsewhere.knows(key);
    await service.turn(1000);
  }
  expect(await elsewhere.knows(key)).toBe(false);
  elsewhere.close();
});

verifies("keys:delete:ten-seconds", "a key that was unused there stops working on its first request", async () => {
  const key = await service.aKey();
  const elsewhere = anotherProcess();
  expect(await elsewhere.knows(key)).toBe(true);
  await remove(key);
  await service.turn(10_000);
  expect(await elsewhere.knows(key)).toBe(false);
  elsewhere.close();
});

verifies("keys:delete:ten-seconds", "a slow store's answer counts from the time of the request", async () => {
  const key = await service.aKey();
  const slow = Promise.withResolvers<void>();
  const elsewhere = anotherProcess({ slow: slow.promise });
  const asked = elsewhere.knows(key);
  await elsewhere.read;
  await remove(key);
  await service.turn(4_000);
  slow.resolve();
  expect(await asked).toBe(true);
  await service.turn(6_000);
  expect(await elsewhere.knows(key)).toBe(false);
  elsewhere.close();
});

verifies("keys:delete:ten-seconds", "a clock that was set back doesn't extend a key's life", async () => {
  const key = await service.aKey();
  let offsetMs = 0;
  const elsewhere = anotherProcess({ offsetMs: () => offsetMs });
  expect(await elsewhere.knows(key)).toBe(true);
  await remove(key);
  offsetMs = -3_600_000;
  expect(await elsewhere.knows(key)).toBe(false);
  elsewhere.close();
});

verifies("keys:delete:ten-seconds", "a token that the key had logged in with stops working too", async () => {
  const key = await service.aKey();
  const headers = { Authorization: `Basic ${Buffer.from(`apiKey:${key}`).toString("base64")}` };
  const path = "/svc/fmi/data/vLatest/databases/Contacts/sessions";
  const { token } = (await service.raw("POST", path, { headers, json: {} })).body.response;
  expect(await service.raw("GET", recordsPath(), { key: token })).toSucceed();
  await remove(key);
  expect(await service.raw("GET", recordsPath(), { key: token })).toRefuseLikeFileMaker("session_unknown");
});

/** Returns the key knowledge of another process on the same store. Its first read of a record takes until `slow` resolves. */
function anotherProcess({ offsetMs = (): number => 0, slow = Promise.resolve() } = {}) {
  const clock = { ...service.clock, now: () => service.clock.now() + offsetMs() };
  const { table, vault } = service.openStores(clock);
  const read = Promise.withResolvers<void>();
  const store = keyStore({
    ...table,
    async get(key) {
      const item = await table.get(key);
      if (!key.pk.startsWith("keys#")) return item;
      read.resolve();
      await slow;
      return item;
    },
  });
  const work = backgroundTasks(service.runtime.platform.log);
  const uses = lastUse({ store, onFirstUse: async () => undefined, clock, background: work });
  const cache = keyCache({ store, vault, clock, background: work, lastUse: uses, outageMs: 15 * 60_000 });
  return {
    knows: async (key: string) => (cache.fresh(key) ?? (await cache.find(key))) !== undefined,
    read: read.promise,
    close: () => table.close(),
  };
}

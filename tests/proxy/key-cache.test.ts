import { afterAll, expect } from "vitest";
import { newSecret } from "#shared/keys/secret.ts";
import type { Platform } from "../../functions/platform.ts";
import { recordsPath } from "../support/http/records-path.ts";
import { type WatchedTable, watchedTable } from "../support/tables/watched-table.ts";
import { type TestService, testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";

const tables: WatchedTable[] = [];
const watching = {
  decorate(platform: Platform): Platform {
    const table = watchedTable(platform.table);
    tables.push(table);
    return { ...platform, table };
  },
};
let service: TestService = await testService(watching);
afterAll(() => service.stop());

const table = () => tables.at(-1) as WatchedTable;
const call = (key: string) => service.raw("GET", recordsPath(), { key });
/** Returns the number of lookups of key records. */
const lookups = () => table().reads("key#");
const unknownKey = () => newSecret("data", service.runtime.platform.ids);

verifies("proxy:cache:fresh", async () => {
  const key = await service.aKey();
  expect(await call(key)).toSucceed();
  const before = lookups();
  await service.turn(2_000);
  for (let times = 0; times < 10; times += 1) expect(await call(key)).toSucceed();
  expect(lookups()).toBe(before);
});

verifies("proxy:cache:revalidated", async () => {
  const key = await service.aKey();
  expect(await call(key)).toSucceed();
  await service.turn(6_000);
  const before = lookups();
  // The record is read in the background, while the call is answered from memory.
  table().away = true;
  expect(await call(key)).toSucceed();
  table().away = false;
  await service.settle();
  expect(await call(key)).toSucceed();
  await service.settle();
  expect(lookups() - before).toBe(1);
  expect(await call(key)).toSucceed();
  expect(lookups() - before).toBe(1);
  await service.turn(11_000);
  expect(await call(key)).toSucceed();
  expect(lookups() - before).toBe(2);
});

verifies("proxy:cache:single-flight", async () => {
  const key = await service.aKey();
  const before = lookups();
  const answers = await Promise.all(Array.from({ length: 50 }, () => call(key)));
  for (const answer of answers) expect(answer).toSucceed();
  expect(lookups() - before).toBe(1);
});

verifies("proxy:cache:unknown", async () => {
  const key = unknownKey();
  expect(await call(key)).toRefuseLikeFileMaker("key_unknown");
  const before = lookups();
  for (let times = 0; times < 5; times += 1) expect(await call(key)).toRefuseLikeFileMaker("key_unknown");
  expect(lookups()).toBe(before);
  await service.turn(5_000);
  expect(await call(key)).toRefuseLikeFileMaker("key_unknown");
  expect(lookups() - before).toBe(1);
});

verifies("proxy:cache:store-down", async () => {
  const key = await service.aKey();
  expect(await call(key)).toSucceed();
  await service.turn(60_000);
  table().away = true;
  expect(await call(key)).toSucceed();
  await service.turn(13 * 60_000);
  expect(await call(key)).toSucceed();
  await service.turn(60_000);
  expect(await call(key)).toRefuseLikeFileMaker("store_unavailable");
  table().away = false;
  expect(await call(key)).toSucceed();
});

verifies(
  "proxy:cache:store-down",
  "sessions are opened without the store too, and no request waits for it",
  async () => {
    const key = await service.aKey();
    expect(await call(key)).toSucceed();
    table().away = true;
    service.sandbox.reload();
    const before = service.sandbox.counters.logins;
    const answers = await service.clock.stand(() => Promise.all(Array.from({ length: 20 }, () => call(key))));
    for (const answer of answers) expect(answer).toSucceed();
    expect(service.sandbox.counters.logins - before).toBe(1);
    table().away = false;
  },
);

verifies("proxy:cache:store-down", "logins through the proxy continue as well", async () => {
  const key = await service.aKey();
  const path = "/svc/fmi/data/vLatest/databases/Contacts/sessions";
  const Authorization = `Basic ${Buffer.from(`apiKey:${key}`).toString("base64")}`;
  const { body } = await service.raw("POST", path, { headers: { Authorization }, json: {} });
  const headers = { Authorization: `Bearer ${body.response.token}` };
  expect(await service.raw("GET", recordsPath(), { headers })).toSucceed();
  await service.turn(60_000);
  table().away = true;
  expect(await service.raw("GET", recordsPath(), { headers })).toSucceed();
  table().away = false;
});

verifies("proxy:cache:store-down", "a store that hangs delays no request that memory can answer", async () => {
  const key = await service.aKey();
  expect(await call(key)).toSucceed();
  await service.turn(60_000);
  table().hangs = true;
  for (let times = 0; times < 3; times += 1) expect(await call(key)).toSucceed();
  // One lookup is waiting for its answer: until then, no other one starts.
  const asked = lookups();
  for (let times = 0; times < 10; times += 1) expect(await call(key)).toSucceed();
  expect(lookups()).toBe(asked);
  expect(await call(unknownKey())).toRefuseLikeFileMaker("store_unavailable");
  service.sandbox.reload();
  expect(await call(key)).toSucceed();
  table().hangs = false;
  await service.settle();
  expect(await service.admin("DELETE", `/svc/api/api-key/${key}`)).toSucceed();
  expect(await call(key)).toRefuseLikeFileMaker("key_unknown");
});

verifies("proxy:cache:store-down", "with 0 minutes, nothing continues", async () => {
  await service.stop();
  service = await testService({ ...watching, outageMs: 0 });
  const key = await service.aKey();
  expect(await call(key)).toSucceed();
  await service.turn(11_000);
  table().away = true;
  expect(await call(key)).toRefuseLikeFileMaker("store_unavailable");
  table().away = false;
});

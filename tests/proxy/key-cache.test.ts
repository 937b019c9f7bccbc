import { afterAll, expect } from "vitest";
import type { Platform } from "../../functions/platform.ts";
import { newSecret } from "../../shared/keys/secret.ts";
import { type House, house } from "../support/house.ts";
import { recordsPath } from "../support/records-path.ts";
import { verifies } from "../support/verifies.ts";
import { type WatchedTable, watchedTable } from "../support/watched-table.ts";

const tables: WatchedTable[] = [];
const watching = {
  decorate(platform: Platform): Platform {
    const table = watchedTable(platform.table);
    tables.push(table);
    return { ...platform, table };
  },
};
let home: House = await house(watching);
afterAll(() => home.stop());

const table = () => tables.at(-1) as WatchedTable;
const call = (key: string) => home.raw("GET", recordsPath(), { key });
/** How often the record behind a key was looked for. */
const lookups = () => table().reads("key#");
const unknownKey = () => newSecret("data", home.runtime.platform.ids);

verifies("proxy:cache:fresh", async () => {
  const key = await home.aKey();
  expect(await call(key)).toSucceed();
  const before = lookups();
  await home.turn(2_000);
  for (let times = 0; times < 10; times += 1) expect(await call(key)).toSucceed();
  expect(lookups()).toBe(before);
});

verifies("proxy:cache:revalidated", async () => {
  const key = await home.aKey();
  expect(await call(key)).toSucceed();
  await home.turn(6_000);
  const before = lookups();
  // The record is read while the call is answered from memory.
  table().away = true;
  expect(await call(key)).toSucceed();
  table().away = false;
  await home.settle();
  expect(await call(key)).toSucceed();
  await home.settle();
  expect(lookups() - before).toBe(1);
  expect(await call(key)).toSucceed();
  expect(lookups() - before).toBe(1);
  await home.turn(11_000);
  expect(await call(key)).toSucceed();
  expect(lookups() - before).toBe(2);
});

verifies("proxy:cache:single-flight", async () => {
  const key = await home.aKey();
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
  await home.turn(5_000);
  expect(await call(key)).toRefuseLikeFileMaker("key_unknown");
  expect(lookups() - before).toBe(1);
});

verifies("proxy:cache:store-down", async () => {
  const key = await home.aKey();
  expect(await call(key)).toSucceed();
  await home.turn(60_000);
  table().away = true;
  expect(await call(key)).toSucceed();
  await home.turn(13 * 60_000);
  expect(await call(key)).toSucceed();
  await home.turn(60_000);
  expect(await call(key)).toRefuseLikeFileMaker("store_unavailable");
  table().away = false;
  expect(await call(key)).toSucceed();
});

verifies("proxy:cache:store-down", "sessions are opened without the store too, and no call waits for it", async () => {
  const key = await home.aKey();
  expect(await call(key)).toSucceed();
  table().away = true;
  home.sandbox.reload();
  const before = home.sandbox.counters.logins;
  const answers = await home.clock.stand(() => Promise.all(Array.from({ length: 20 }, () => call(key))));
  for (const answer of answers) expect(answer).toSucceed();
  expect(home.sandbox.counters.logins - before).toBe(1);
  table().away = false;
});

verifies("proxy:cache:store-down", "logins through the proxy go on as well", async () => {
  const key = await home.aKey();
  const path = "/svc/fmi/data/vLatest/databases/Contacts/sessions";
  const Authorization = `Basic ${Buffer.from(`apiKey:${key}`).toString("base64")}`;
  const { body } = await home.raw("POST", path, { headers: { Authorization }, json: {} });
  const headers = { Authorization: `Bearer ${body.response.token}` };
  expect(await home.raw("GET", recordsPath(), { headers })).toSucceed();
  await home.turn(60_000);
  table().away = true;
  expect(await home.raw("GET", recordsPath(), { headers })).toSucceed();
  table().away = false;
});

verifies("proxy:cache:store-down", "with 0 minutes, nothing goes on", async () => {
  await home.stop();
  home = await house({ ...watching, outageMs: 0 });
  const key = await home.aKey();
  expect(await call(key)).toSucceed();
  await home.turn(11_000);
  table().away = true;
  expect(await call(key)).toRefuseLikeFileMaker("store_unavailable");
  table().away = false;
});

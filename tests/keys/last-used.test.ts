import { afterAll, expect } from "vitest";
import { StoreUnavailable, type Table } from "#shared/ports/table.ts";
import { recordsPath } from "../support/http/records-path.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";

let touches = 0;
let down = false;
const service = await testService({ decorate: (platform) => ({ ...platform, table: counted(platform.table) }) });
afterAll(() => service.stop());

const use = (key: string) => service.raw("GET", recordsPath(), { key });
const lastUsed = async (key: string): Promise<number | null> => {
  await service.settle();
  const { last_used } = (await service.admin("GET", `/svc/api/api-key/${key}`)).body.response;
  return last_used === null ? null : Date.parse(last_used);
};
const turnSeconds = async (seconds: number) => {
  for (let second = 0; second < seconds; second += 1) await service.turn(1000);
};

verifies("keys:last-used:data-api", async () => {
  const key = await service.aKey();
  expect(await lastUsed(key)).toBeNull();
  const before = service.clock.now();
  expect(await use(key)).toSucceed();
  expect(await lastUsed(key)).toBeGreaterThanOrEqual(before);
});

verifies("keys:last-used:data-api", "a login through the proxy counts as use, a rejected request doesn't", async () => {
  const key = await service.aKey();
  await service.raw("GET", recordsPath("Orders.fmp12"), { key });
  expect(await lastUsed(key)).toBeNull();
  const headers = { Authorization: `Basic ${Buffer.from(`apiKey:${key}`).toString("base64")}` };
  await service.raw("POST", "/svc/fmi/data/vLatest/databases/Contacts/sessions", { headers, json: {} });
  expect(await lastUsed(key)).not.toBeNull();
});

verifies("keys:last-used:minute", async () => {
  const key = await service.aKey();
  await use(key);
  await turnSeconds(20);
  const second = service.clock.now();
  await use(key);
  expect(await lastUsed(key)).toBeLessThan(second);
  await turnSeconds(60);
  expect(await lastUsed(key)).toBeGreaterThanOrEqual(second);
});

verifies("keys:last-used:minute", "the last use before a stop isn't lost", async () => {
  const key = await service.aKey();
  await use(key);
  await service.turn(20_000);
  const second = service.clock.now();
  await use(key);
  await service.restart();
  expect(await lastUsed(key)).toBeGreaterThanOrEqual(second);
});

verifies("keys:last-used:minute", "a use while the store is unavailable is written when it is back", async () => {
  const key = await service.aKey();
  await use(key);
  await turnSeconds(70);
  down = true;
  const during = service.clock.now();
  expect(await use(key)).toSucceed();
  await turnSeconds(61);
  down = false;
  await turnSeconds(61);
  expect(await lastUsed(key)).toBeGreaterThanOrEqual(during);
});

verifies("keys:last-used:coalesced", async () => {
  const key = await service.aKey();
  await use(key);
  await service.settle();
  const before = touches;
  for (let call = 0; call < 150; call += 1) {
    await use(key);
    await service.turn(1000);
  }
  await service.settle();
  expect(touches - before).toBe(2);
});

verifies("keys:last-used:coalesced", "an Admin API Key's use is collected too", async () => {
  const adminKey = await service.anAdminKey();
  await turnSeconds(130); // Uses in earlier tests have been written by now.
  const before = touches;
  for (let call = 0; call < 20; call += 1) await service.raw("GET", "/svc/api/api-key?limit=1", { key: adminKey });
  await service.settle();
  expect(touches - before).toBe(1);
  const { last_used } = (await service.admin("GET", `/svc/api/admin-api-key/${adminKey}`)).body.response;
  expect(Date.parse(last_used)).toBeLessThanOrEqual(service.clock.now());
});

/** Returns the table with a counter of last-use writes, and a switch that makes it unavailable. */
function counted(table: Table): Table {
  const reach = () => {
    if (down) throw new StoreUnavailable("The store is away");
  };
  return {
    ...table,
    async get(key) {
      reach();
      return table.get(key);
    },
    async update(key, change, condition) {
      reach();
      if (change.set !== undefined && "lastUsed" in change.set && key.pk.startsWith("keys#")) touches += 1;
      return table.update(key, change, condition);
    },
  };
}

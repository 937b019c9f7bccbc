import { afterAll, beforeEach, expect } from "vitest";
import { recordsPath } from "../../support/http/records-path.ts";
import { type WatchedTable, watchedTable } from "../../support/tables/watched-table.ts";
import { testService } from "../../support/test-service.ts";
import { verifies } from "../../support/verifies.ts";
import { account, contacts, poolWorld } from "./support/pool-world.ts";

let watched: WatchedTable | undefined;
const service = await testService({
  decorate: (platform) => {
    watched = watchedTable(platform.table);
    return { ...platform, table: watched };
  },
});
const table = watched as unknown as WatchedTable;
afterAll(() => service.stop());
beforeEach(() => service.sandbox.faults.clear());

/** Accounts without open sessions, one for each key. */
const accounts = [
  { user: "api", pass: "demo-pass" },
  { user: "readonly", pass: "readonly-pass" },
  { user: "Admin", pass: "full-access-pass" },
];

verifies("proxy:pool:cold", async () => {
  const key = await service.aKey({ databases: ["Orders.fmp12"] });
  const before = service.sandbox.counters.logins;
  const calls = () => Array.from({ length: 100 }, () => service.raw("GET", recordsPath("Orders.fmp12"), { key }));
  // No call waits long enough for the pool to grow.
  for (const answer of await service.clock.stand(() => Promise.all(calls()))) expect(answer).toSucceed();
  expect(service.sandbox.counters.logins - before).toBe(1);
});

verifies("proxy:pool:cold", "500 processes that start at once on one table log in once in total", async () => {
  const world = await poolWorld();
  const processes = Array.from({ length: 500 }, () => world.process());
  const uses = await Promise.all(processes.map((sessions) => sessions.acquire(sessions.pool(contacts, account))));
  expect(new Set(uses.map(({ session }) => session.token)).size).toBe(1);
  expect(world.server.counters.logins).toBe(1);
  expect(world.server.counters.failedLogins).toBe(0);
});

verifies("proxy:data:token-exchange", async () => {
  const key = await service.aKey();
  const before = { ...service.sandbox.counters };
  for (let times = 0; times < 20; times += 1) expect(await service.raw("GET", recordsPath(), { key })).toSucceed();
  expect(service.sandbox.counters.logins - before.logins).toBe(1);
  const answer = await service.raw("GET", recordsPath(), { key });
  expect(answer.headers["x-fm-data-access-token"]).toBeUndefined();
});

verifies("proxy:pool:kept-apart", async () => {
  const keys = await Promise.all(accounts.map((one) => service.aKey(one)));
  const create = (key: string) =>
    service.raw("POST", recordsPath().replace("?_limit=1", ""), {
      key,
      json: { fieldData: { lastName: "Of one account" } },
    });
  for (let round = 0; round < 3; round += 1) {
    const [api, readonly, admin] = await Promise.all(keys.map(create));
    expect(api).toSucceed();
    expect(readonly?.status).toBe(500);
    expect(admin).toSucceed();
  }
});

verifies(
  "proxy:pool:kept-apart",
  "keys of one account share sessions in the same file, but not across files",
  async () => {
    const [one, two] = await Promise.all([service.aKey(), service.aKey({ databases: ["Contacts", "Orders"] })]);
    await service.raw("GET", recordsPath(), { key: one });
    const before = service.sandbox.counters.logins;
    expect(await service.raw("GET", recordsPath(), { key: two })).toSucceed();
    expect(service.sandbox.counters.logins - before).toBe(0);
    await service.turn(16 * 60_000);
    expect(await service.raw("GET", recordsPath("Orders"), { key: two })).toSucceed();
    expect(await service.raw("GET", recordsPath("Contacts"), { key: two })).toSucceed();
    expect(service.sandbox.counters.logins - before).toBe(2);
  },
);

verifies("proxy:pool:sticky", async () => {
  const key = await service.aKey();
  expect(await service.raw("GET", recordsPath(), { key })).toSucceed();
  await service.settle();
  const before = [table.reads(""), table.writes("")];
  const calls = Array.from({ length: 50 }, () => service.raw("GET", recordsPath(), { key }));
  for (const answer of await Promise.all(calls)) expect(answer).toSucceed();
  await service.settle();
  expect([table.reads(""), table.writes("")]).toEqual(before);
});

verifies("proxy:pool:touched", async () => {
  const key = await service.aKey();
  expect(await service.raw("GET", recordsPath(), { key })).toSucceed();
  await service.settle();
  for (let minute = 0; minute < 3; minute += 1) {
    const before = table.writes("session#");
    await service.turn(50_000);
    await service.raw("GET", recordsPath(), { key });
    await service.settle();
    expect(table.writes("session#") - before, `at ${minute} min 50 s`).toBe(0);
    await service.turn(10_000);
    await Promise.all([1, 2, 3].map(() => service.raw("GET", recordsPath(), { key })));
    await service.settle();
    expect(table.writes("session#") - before, `after ${minute + 1} min`).toBe(1);
  }
});

verifies("proxy:pool:idle-life", async () => {
  const key = await service.aKey();
  expect(await service.raw("GET", recordsPath(), { key })).toSucceed();
  const before = service.sandbox.counters.logins;
  await service.turn(14 * 60_000 - 5_000);
  expect(await service.raw("GET", recordsPath(), { key })).toSucceed();
  expect(service.sandbox.counters.logins - before).toBe(0);
  await service.turn(14 * 60_000);
  expect(await service.raw("GET", recordsPath(), { key })).toSucceed();
  expect(service.sandbox.counters.logins - before).toBe(1);
});

verifies("proxy:pool:sealed", async () => {
  const key = await service.aKey();
  const login = service.sandbox.counters.logins;
  await service.turn(16 * 60_000);
  expect(await service.raw("GET", recordsPath(), { key })).toSucceed();
  expect(service.sandbox.counters.logins).toBeGreaterThan(login);
  const world = await poolWorld();
  const sessions = world.process();
  const { session } = await sessions.acquire(sessions.pool(contacts, account));
  const { items } = await world.table.query({ pk: `session#${world.server.origin}#one#contacts` });
  expect(items).toHaveLength(1);
  expect(items[0]?.fields.sealedToken).toEqual(expect.any(String));
  expect(JSON.stringify(items)).not.toContain(session.token);
});

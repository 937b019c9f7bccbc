import { afterAll, beforeEach, expect, test } from "vitest";
import { recordsPath } from "../../support/http/records-path.ts";
import { testService } from "../../support/test-service.ts";
import { until } from "../../support/until.ts";
import { verifies } from "../../support/verifies.ts";
import { account, contacts, poolWorld } from "./support/pool-world.ts";

const service = await testService();
afterAll(() => service.stop());
beforeEach(() => service.sandbox.faults.clear());

const records = recordsPath().replace("?_limit=1", "");
const counters = service.sandbox.counters;

verifies("proxy:data:token-refresh", async () => {
  const key = await service.aKey();
  expect(await service.raw("GET", recordsPath(), { key })).toSucceed();
  service.sandbox.faults.set({ kind: "deadToken", times: 1 });
  const answer = await service.raw("GET", recordsPath(), { key });
  expect(answer).toSucceed();
  expect(answer.body.response.data).toHaveLength(1);
});

verifies("proxy:dead-token:once", async () => {
  const key = await service.aKey();
  expect(await service.raw("GET", recordsPath(), { key })).toSucceed();
  const before = { ...counters };
  service.sandbox.faults.set({ kind: "deadToken", times: 1 });
  expect(await service.raw("GET", recordsPath(), { key })).toSucceed();
  expect(counters.logins - before.logins).toBe(1);
  expect(counters.calls - before.calls).toBe(3);
});

verifies("proxy:dead-token:once", "a body is sent again byte for byte", async () => {
  const key = await service.aKey();
  const lastName = 'Ångström ‘𝕏’ \\ " \u2028';
  service.sandbox.faults.set({ kind: "deadToken", times: 1 });
  const before = counters.byOperation.createRecord ?? 0;
  const created = await service.raw("POST", records, { key, json: { fieldData: { lastName } } });
  expect(created).toSucceed();
  expect((counters.byOperation.createRecord ?? 0) - before).toBe(2);
  const { body } = await service.raw("GET", `${records}/${created.body.response.recordId}`, { key });
  expect(body.response.data[0].fieldData.lastName).toBe(lastName);
});

verifies("proxy:dead-token:all", async () => {
  const key = await service.aKey();
  expect(await service.raw("GET", recordsPath(), { key })).toSucceed();
  const before = counters.logins;
  // The server restarts: all sessions are lost at once.
  service.sandbox.reload();
  const calls = () => Array.from({ length: 100 }, () => service.raw("GET", recordsPath(), { key }));
  // No call waits long enough for the pool to grow.
  for (const answer of await service.clock.stand(() => Promise.all(calls()))) expect(answer).toSucceed();
  expect(counters.logins - before).toBe(1);
});

verifies("proxy:dead-token:all", "a restart of the server costs one login, even if the pool has grown", async () => {
  const key = await service.aKey();
  service.sandbox.faults.set({ kind: "slow", latencyMs: 600_000, path: "/records" });
  const calls: Promise<unknown>[] = [];
  const open = counters.openSessions();
  for (let size = 1; size <= 4; size += 1) {
    const struck = counters.faults;
    calls.push(service.raw("GET", recordsPath(), { key }), service.raw("GET", recordsPath(), { key }));
    await until(() => counters.faults >= struck + 2);
    await service.turn(250);
    await until(() => counters.openSessions() - open === size);
  }
  service.sandbox.faults.clear();
  service.sandbox.advance(600_000);
  await Promise.all(calls);
  service.sandbox.reload();
  const before = counters.logins;
  const after = () => Array.from({ length: 40 }, () => service.raw("GET", recordsPath(), { key }));
  for (const answer of await service.clock.stand(() => Promise.all(after()))) expect(answer).toSucceed();
  expect(counters.logins - before).toBe(1);
});

verifies(
  "proxy:dead-token:all",
  "a restart with many accounts in use costs each its one login, four at a time",
  async () => {
    const files = ["Contacts", "Orders"];
    const requests = [
      { user: "api", pass: "demo-pass" },
      { user: "Admin", pass: "full-access-pass" },
      { user: "readonly", pass: "readonly-pass" },
    ];
    const keys = await Promise.all([
      service.aKey({ databases: files }),
      ...requests.slice(1).map((options) => service.aKey({ databases: ["Contacts"], ...options })),
    ]);
    const everything = [
      ...keys.map((key) => () => service.raw("GET", recordsPath("Contacts"), { key })),
      () => service.raw("GET", recordsPath("Orders"), { key: keys[0] ?? "" }),
    ];
    for (const one of everything) expect(await one()).toSucceed();
    service.sandbox.reload();
    const before = counters.logins;
    const calls = () => Array.from({ length: 20 }, () => everything.map((one) => one())).flat();
    for (const answer of await service.clock.stand(() => Promise.all(calls()))) expect(answer).toSucceed();
    expect(counters.logins - before).toBe(4);
  },
);

verifies("proxy:dead-token:never-twice", async () => {
  const key = await service.aKey();
  expect(await service.raw("GET", recordsPath(), { key })).toSucceed();
  const before = { ...counters };
  service.sandbox.faults.set({ kind: "deadToken", path: "/records" });
  const answer = await service.raw("GET", recordsPath(), { key });
  expect(answer).toRefuseLikeFileMaker("token_refresh_failed");
  expect(Number(answer.headers["retry-after"])).toBeGreaterThan(0);
  expect(counters.faults - before.faults).toBe(2);
  expect(counters.logins - before.logins).toBe(1);
});

verifies("proxy:errors:refresh", async () => {
  const key = await service.aKey();
  service.sandbox.faults.set({ kind: "deadToken", path: "/records" });
  const answer = await service.raw("GET", recordsPath(), { key });
  expect(answer.status).toBe(503);
  expect(answer.body.messages[0].code).toBe("18053");
  expect(answer.body.messages[0].message).toMatch(/session ended and couldn't be renewed/);
});

verifies("proxy:dead-token:compared", async () => {
  const world = await poolWorld();
  const [one, two] = [world.process(), world.process()];
  const [here, there] = [one.pool(contacts, account), two.pool(contacts, account)];
  const old = await one.acquire(here);
  const same = await two.acquire(there);
  expect(same.session.token).toBe(old.session.token);

  world.server.reload();
  one.discard(here, old.session);
  one.release(here, old);
  const fresh = await one.renew(here);
  // Late reports about the old token, in both processes: the newer one stays.
  one.discard(here, old.session);
  two.discard(there, same.session);
  two.release(there, same);
  expect((await two.renew(there)).session.token).toBe(fresh.session.token);
  expect(one.take(here)?.session.token).toBe(fresh.session.token);
  expect(world.server.counters.logins).toBe(2);
});

test("a session that was renewed elsewhere is adopted, not opened again", async () => {
  const world = await poolWorld();
  const [one, two] = [world.process(), world.process()];
  const here = one.pool(contacts, account);
  const first = await one.acquire(here);
  world.server.reload();
  one.discard(here, first.session);
  one.release(here, first);
  await two.logout(contacts.credentialId);
  const there = await two.acquire(two.pool(contacts, account));
  expect((await one.renew(here)).session.token).toBe(there.session.token);
  expect(world.server.counters.logins).toBe(2);
});

test("a login that was running when a session died may be dead too: no request is retried in it", async () => {
  const world = await poolWorld();
  const one = world.process();
  const here = one.pool(contacts, account);
  const first = await one.acquire(here);
  world.server.faults.set({ kind: "slow", latencyMs: 600_000, path: "/sessions$", times: 1 });
  const second = one.acquire(here, "script");
  await until(() => world.server.counters.faults === 1);
  world.table.hangs = true;
  world.server.advance(600_000);
  await until(() => world.server.counters.logins === 2);
  // The server has opened the second session, and restarts before its token is stored.
  world.server.reload();
  one.discard(here, first.session);
  one.release(here, first);
  const renewed = one.renew(here);
  world.table.hangs = false;
  expect((await renewed).session.token).not.toBe((await second).session.token);
  expect(world.server.counters.logins).toBe(3);
});

test("recording a use doesn't cancel a running login", async () => {
  const world = await poolWorld();
  const [one, two] = [world.process(), world.process()];
  const [here, there] = [one.pool(contacts, account), two.pool(contacts, account)];
  const first = await one.acquire(here);
  const second = await two.acquire(there);
  world.server.reload();
  one.discard(here, first.session);
  one.release(here, first);
  world.server.faults.set({ kind: "slow", latencyMs: 600_000, path: "/sessions", times: 1 });
  const before = world.server.counters.faults;
  const renewed = one.renew(here);
  await until(() => world.server.counters.faults > before);
  // The other process doesn't know it yet, and records a use of the old session in the leased slot.
  await world.clock.turn(61_000);
  two.release(there, second);
  world.server.advance(600_000);
  await renewed;
  expect(world.server.counters.logins).toBe(2);
  expect(world.server.counters.openSessions()).toBe(1);
  expect(world.failures).toEqual([]);
});

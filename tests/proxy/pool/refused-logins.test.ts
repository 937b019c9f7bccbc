import { afterAll, beforeEach, expect, test } from "vitest";
import type { LiveWorld } from "../../../sandbox/fmserver/world/live/live-world.ts";
import { recordsPath } from "../../support/http/records-path.ts";
import { testService } from "../../support/test-service.ts";
import { until } from "../../support/until.ts";
import { verifies } from "../../support/verifies.ts";
import { account, contacts, poolWorld } from "./support/pool-world.ts";

const service = await testService();
afterAll(() => service.stop());
beforeEach(() => service.sandbox.faults.clear());
const { counters } = service.sandbox;

verifies("proxy:logins:refused", async () => {
  const key = await service.aKey();
  service.sandbox.faults.set({ kind: "wrongPassword" });
  const before = counters.failedLogins;
  const tries = () => counters.failedLogins - before;
  for (const [pauseSeconds, count] of [
    [30, 1],
    [60, 2],
    [120, 3],
    [240, 4],
    [480, 5],
    [900, 6],
    [900, 7],
  ] as const) {
    const answers = await Promise.all([1, 2, 3].map(() => service.raw("GET", recordsPath(), { key })));
    for (const answer of answers) {
      expect(answer).toRefuseLikeFileMaker("stored_credentials_refused");
      expect(Number(answer.headers["retry-after"])).toBeLessThanOrEqual(pauseSeconds);
      expect(Number(answer.headers["retry-after"])).toBeGreaterThan(pauseSeconds - 3);
    }
    expect(tries()).toBe(count);
    await service.turn((pauseSeconds - 4) * 1000);
    expect(await service.raw("GET", recordsPath(), { key })).toRefuseLikeFileMaker("stored_credentials_refused");
    expect(tries()).toBe(count);
    await service.turn(4_000);
  }
  service.sandbox.faults.clear();
  expect(await service.raw("GET", recordsPath(), { key })).toSucceed();
});

verifies("proxy:logins:refused", "the server's 214 is returned and waited out in the same way", async () => {
  const key = await service.aKey({ user: "readonly", pass: "readonly-pass" });
  service.sandbox.faults.set({ kind: "status", status: 401, code: "214", path: "/sessions$" });
  const before = counters.faults;
  for (let times = 0; times < 3; times += 1) {
    const answer = await service.raw("GET", recordsPath(), { key });
    expect(answer).toRefuseLikeFileMaker("stored_credentials_refused");
    expect(answer.status).toBe(500);
  }
  expect(counters.faults - before).toBe(1);
});

verifies("proxy:logins:refused", "a success resets the wait: the next rejection waits 30 seconds again", async () => {
  const world = await poolWorld();
  const sessions = world.process();
  const pool = sessions.pool(contacts, account);
  const refused = async () => {
    await expect(sessions.acquire(pool)).rejects.toMatchObject({ error: "stored_credentials_refused" });
    return Math.round(((pool.refusal?.until ?? 0) - world.clock.now()) / 1000);
  };
  world.server.faults.set({ kind: "wrongPassword" });
  expect(await refused()).toBe(30);
  await world.clock.turn(31_000);
  expect(await refused()).toBe(60);
  world.server.faults.clear();
  await world.clock.turn(61_000);
  const use = await sessions.acquire(pool);
  sessions.discard(pool, use.session);
  world.server.faults.set({ kind: "wrongPassword" });
  expect(await refused()).toBe(30);
});

verifies("proxy:logins:refused", "another process with the table doesn't try either", async () => {
  const world = await poolWorld();
  world.server.faults.set({ kind: "wrongPassword" });
  for (let processes = 0; processes < 3; processes += 1) {
    const sessions = world.process();
    const acquired = sessions.acquire(sessions.pool(contacts, account));
    await expect(acquired).rejects.toMatchObject({ error: "stored_credentials_refused" });
  }
  expect(world.server.counters.failedLogins).toBe(1);
});

verifies("proxy:logins:refused", "open sessions continue", async () => {
  const key = await service.aKey({ user: "Admin", pass: "full-access-pass" });
  expect(await service.raw("GET", recordsPath(), { key })).toSucceed();
  service.sandbox.faults.set({ kind: "wrongPassword" });
  for (let times = 0; times < 3; times += 1) expect(await service.raw("GET", recordsPath(), { key })).toSucceed();
});

test("a closed file is distinguished from a wrong password, and retried soon", async () => {
  const key = await service.aKey({ databases: ["Orders"] });
  const database = (service.sandbox.world as LiveWorld).database("Orders");
  if (database === undefined) throw new Error("The demo has this file");
  database.status = "CLOSED";
  const { failedLogins } = counters;
  for (let times = 0; times < 3; times += 1) {
    expect(await service.raw("GET", recordsPath("Orders"), { key })).toRefuseLikeFileMaker("file_not_available");
  }
  expect(counters.failedLogins - failedLogins).toBe(1);
  database.status = "NORMAL";
  await service.turn(2_000);
  expect(await service.raw("GET", recordsPath("Orders"), { key })).toSucceed();
});

verifies("proxy:logins:limited", async () => {
  const world = await poolWorld("still");
  const sessions = world.process();
  const { counters: seen } = world.server;
  world.server.faults.set({ kind: "slow", latencyMs: 600_000, path: "/sessions$" });
  const opening = Array.from({ length: 30 }, (_, number) => {
    const id = { ...contacts, credentialId: `account ${number}` };
    return sessions.acquire(sessions.pool(id, account));
  });
  await until(() => seen.faults === 4);
  await everybodysChance();
  expect(seen.faults).toBe(4);

  world.server.faults.clear();
  world.server.advance(600_000);
  for (const count of [10, 20, 30]) {
    await until(() => seen.logins === count);
    await everybodysChance();
    expect(seen.logins).toBe(count);
    await world.clock.turn(1_000);
  }
  await Promise.all(opening);
});

verifies(
  "proxy:logins:limited",
  "account checks queue together with the sessions of keys, for the Data API and the Admin API",
  async () => {
    const key = await service.aKey({ databases: ["Orders"] });
    service.sandbox.faults.set({ kind: "slow", latencyMs: 600_000, path: "/sessions$|/user/auth$" });
    const before = counters.faults;
    const json = { databases: ["Contacts"], user: "api", pass: "demo-pass" };
    const answers = Promise.all([
      ...[1, 2, 3].map(() => service.raw("POST", "/svc/api/api-key/create-only", { json })),
      ...[1, 2].map((number) =>
        service.raw("POST", "/svc/api/session", { json: { user: `user ${number}`, pass: "x" } }),
      ),
      service.raw("GET", recordsPath("Orders"), { key }),
    ]);
    await until(() => counters.faults - before === 4);
    await everybodysChance();
    expect(counters.faults - before).toBe(4);
    service.sandbox.faults.clear();
    service.sandbox.advance(600_000);
    expect((await answers).map(({ status }) => status)).not.toContain(429);
  },
);

async function everybodysChance(): Promise<void> {
  for (let turns = 0; turns < 50; turns += 1) await new Promise(setImmediate);
}

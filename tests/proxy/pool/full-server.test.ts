import { expect } from "vitest";
import { recordsPath } from "../../support/http/records-path.ts";
import { testService } from "../../support/test-service.ts";
import { until } from "../../support/until.ts";
import { verifies } from "../../support/verifies.ts";
import { account, contacts, poolWorld } from "./support/pool-world.ts";

const orders = { credentialId: "one", database: "Orders.fmp12", folded: "orders" };
const full = { kind: "tooManySessions" } as const;

verifies("proxy:full:backs-off", "our longest idle session is ended to free one", async () => {
  const world = await poolWorld("still");
  const sessions = world.process();
  const [contactsPool, ordersPool] = [sessions.pool(contacts, account), sessions.pool(orders, account)];
  sessions.release(contactsPool, await sessions.acquire(contactsPool));
  await world.clock.turn(10);
  const busy = await sessions.acquire(ordersPool);
  world.server.faults.set({ ...full, times: 1 });
  const admin = sessions.pool({ ...contacts, credentialId: "admin" }, async () => ({
    user: "Admin",
    pass: "full-access-pass",
  }));
  await sessions.acquire(admin);
  expect(world.server.counters.logouts).toBe(1);
  expect(contactsPool.sessions).toHaveLength(0);
  expect(sessions.take(ordersPool)?.session.token).toBe(busy.session.token);
});

verifies("proxy:full:backs-off", "the pool is halved for five minutes", async () => {
  const world = await poolWorld("still");
  const sessions = world.process();
  const pool = sessions.pool(contacts, account);
  const fill = async (rounds: number) => {
    for (let round = 0; round < rounds; round += 1) {
      await sessions.acquire(pool);
      await sessions.acquire(pool);
      await world.clock.turn(300);
      // A started login takes its own time.
      await until(() => pool.opening === undefined);
    }
  };
  await fill(2);
  expect(pool.sessions).toHaveLength(3);
  world.server.faults.set({ ...full, times: 1 });
  await fill(12);
  expect(pool.sessions).toHaveLength(4);
  await world.clock.turn(5 * 60_000);
  await fill(12);
  expect(pool.sessions).toHaveLength(8);
});

verifies("proxy:full:backs-off", async () => {
  const service = await testService();
  const key = await service.aKey();
  service.sandbox.faults.set(full);
  const answer = await service.raw("GET", recordsPath(), { key });
  expect(answer).toRefuseLikeFileMaker("sessions_exhausted");
  expect([answer.status, answer.body.messages[0].code]).toEqual([503, "956"]);
  expect(Number(answer.headers["retry-after"])).toBeGreaterThan(0);
  service.sandbox.faults.clear();
  expect(await service.raw("GET", recordsPath(), { key })).toSucceed();
  await service.stop();
});

verifies("proxy:full:backs-off", "requests continue in the existing sessions", async () => {
  const world = await poolWorld("still");
  const sessions = world.process();
  const pool = sessions.pool(contacts, account);
  const [first] = [await sessions.acquire(pool), await sessions.acquire(pool)];
  world.server.faults.set(full);
  await world.clock.turn(300);
  for (let calls = 0; calls < 20; calls += 1) {
    expect((await sessions.acquire(pool)).session.token).toBe(first.session.token);
    await world.clock.turn(300);
  }
  // Halved until one is left: then no more attempts are made.
  expect(world.server.counters.faults).toBeLessThanOrEqual(3);
});

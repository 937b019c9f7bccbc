import { expect } from "vitest";
import { until } from "../../support/until.ts";
import { verifies } from "../../support/verifies.ts";
import { account, contacts, poolWorld } from "./support/pool-world.ts";

const loginsHang = { kind: "hang", path: "/sessions$", method: "POST", times: 1 } as const;

verifies("proxy:pool:losers-wait", async () => {
  const world = await poolWorld();
  world.server.faults.set({ kind: "slow", latencyMs: 600_000, path: "/sessions$" });
  const [holder, ...others] = Array.from({ length: 20 }, () => world.process());
  const first = holder?.acquire(holder.pool(contacts, account));
  await until(() => world.server.counters.faults === 1);
  const waiting = others.map((sessions) => sessions.acquire(sessions.pool(contacts, account)));
  await world.clock.turn(1_000);
  world.server.advance(600_000);
  const uses = await Promise.all([first, ...waiting]);
  expect(new Set(uses.map((use) => use?.session.token)).size).toBe(1);
  expect(world.server.counters.logins).toBe(1);
  expect(world.server.counters.faults).toBe(1);
});

verifies(
  "proxy:pool:losers-wait",
  "after three seconds they fail, with their own error number and retry time",
  async () => {
    const world = await poolWorld();
    world.server.faults.set({ kind: "slow", latencyMs: 600_000, path: "/sessions$" });
    const [holder, loser] = [world.process(), world.process()];
    const first = holder.acquire(holder.pool(contacts, account));
    await until(() => world.server.counters.faults === 1);
    const outcome = loser.acquire(loser.pool(contacts, account)).catch((thrown: unknown) => thrown);
    await world.clock.turn(1_500);
    const early = await Promise.race([outcome, new Promise((resolve) => setImmediate(() => resolve("waits")))]);
    expect(early).toBe("waits");
    await world.clock.turn(300);
    expect(await outcome).toMatchObject({ error: "token_refresh_failed", retryAfterSeconds: 1 });
    world.server.advance(600_000);
    await first;
    expect(world.server.counters.logins).toBe(1);
  },
);

verifies("proxy:pool:lease-lost", async () => {
  const world = await poolWorld();
  world.server.faults.set(loginsHang);
  const [lost, next] = [world.process(), world.process()];
  const never = lost.acquire(lost.pool(contacts, account)).catch((thrown: unknown) => thrown);
  await until(() => world.server.counters.faults === 1);
  await world.clock.turn(9_000);
  const early = next.acquire(next.pool(contacts, account)).catch((thrown: unknown) => thrown);
  expect(world.server.counters.logins).toBe(0);
  await world.clock.turn(1_000);
  const use = await early;
  expect(use).toMatchObject({ session: { token: expect.any(String) } });
  expect(world.server.counters.logins).toBe(1);
  await world.server.close();
  expect(await never).toMatchObject({ error: "upstream_broken" });
});

verifies(
  "proxy:pool:lease-lost",
  "a holder that comes back too late closes its session, and uses the valid one",
  async () => {
    const world = await poolWorld();
    world.server.faults.set({ kind: "slow", latencyMs: 600_000, path: "/sessions$", times: 1 });
    const [late, next] = [world.process(), world.process()];
    const first = late.acquire(late.pool(contacts, account));
    await until(() => world.server.counters.faults === 1);
    await world.clock.turn(10_001);
    const second = await next.acquire(next.pool(contacts, account));
    world.server.advance(600_000);
    expect((await first).session.token).toBe(second.session.token);
    await until(() => world.server.counters.logouts === 1);
    expect(world.server.counters.logins).toBe(2);
    expect(world.server.counters.openSessions()).toBe(1);
  },
);

const hourMs = 3_600_000;

for (const aheadMs of [hourMs, -hourMs])
  verifies(
    "proxy:pool:lease-clocks",
    `held by a process whose clock is ${aheadMs / 60_000} minutes ahead`,
    async () => {
      const world = await poolWorld();
      world.server.faults.set(loginsHang);
      const [lost, next] = [world.process(aheadMs), world.process()];
      const never = lost.acquire(lost.pool(contacts, account)).catch((thrown: unknown) => thrown);
      await until(() => world.server.counters.faults === 1);
      const use = await next.acquire(next.pool(contacts, account));
      expect(use).toMatchObject({ session: { token: expect.any(String) } });
      expect(world.server.counters.logins).toBe(1);
      await world.server.close();
      expect(await never).toMatchObject({ error: "upstream_broken" });
    },
  );

verifies(
  "proxy:pool:lease-clocks",
  "a lease released, and a rejection recorded, by a process whose clock is an hour ahead",
  async () => {
    const world = await poolWorld();
    world.server.faults.set({ kind: "wrongPassword", times: 1 });
    const [ahead, next] = [world.process(hourMs), world.process()];
    await expect(ahead.acquire(ahead.pool(contacts, account))).rejects.toMatchObject({
      error: "stored_credentials_refused",
    });
    const use = await next.acquire(next.pool(contacts, account));
    expect(use).toMatchObject({ session: { token: expect.any(String) } });
    expect(world.server.counters.logins).toBe(1);
  },
);

verifies("proxy:pool:lease-clocks", "a clock that jumps back and forth causes no login storm", async () => {
  const world = await poolWorld();
  const some = () => Array.from({ length: 10 }, () => world.process());
  const all = some();
  const everyoneCalls = () =>
    Promise.all(all.map(async (sessions) => (await sessions.acquire(sessions.pool(contacts, account))).session.token));
  await everyoneCalls();
  expect(world.server.counters.logins).toBe(1);
  await world.clock.turn(-hourMs);
  all.push(...some());
  expect(new Set(await everyoneCalls()).size).toBe(1);
  expect(world.server.counters.logins).toBe(1);
  // Two hours later, by this clock, the session has been idle for too long: at most one login for each slot of the pool.
  await world.clock.turn(2 * hourMs);
  all.push(...some());
  await everyoneCalls();
  expect(world.server.counters.logins).toBeLessThanOrEqual(8);
});

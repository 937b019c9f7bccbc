import { expect, test } from "vitest";
import type { Pool } from "#shared/filemaker/sessions/pool.ts";
import type { SessionUse } from "#shared/filemaker/sessions/pooled-session.ts";
import type { SessionPool } from "#shared/filemaker/sessions/session-pool.ts";
import { until } from "../../support/until.ts";
import { verifies } from "../../support/verifies.ts";
import { account, contacts, poolWorld } from "./support/pool-world.ts";

/** Starts calls that stay pending until they are released. */
async function enterCalls(sessions: SessionPool, pool: Pool, count: number): Promise<SessionUse[]> {
  const uses: SessionUse[] = [];
  for (let index = 0; index < count; index += 1) uses.push(sessions.take(pool) ?? (await sessions.acquire(pool)));
  return uses;
}

verifies("proxy:pool:grows", async () => {
  const world = await poolWorld("still");
  const sessions = world.process();
  const pool = sessions.pool(contacts, account);
  await enterCalls(sessions, pool, 2);
  expect(world.server.counters.logins).toBe(1);

  // No call has waited long yet.
  await world.clock.turn(150);
  await enterCalls(sessions, pool, 10);
  expect(world.server.counters.logins).toBe(1);

  // One call has waited; no further call is needed.
  await world.clock.turn(100);
  await until(() => world.server.counters.logins === 2);
  const [further] = await enterCalls(sessions, pool, 1);
  expect(world.server.counters.logins).toBe(2);
  expect(further?.session.calls).toBe(1);

  // The new session has room, so no third one is opened.
  await world.clock.turn(150);
  await enterCalls(sessions, pool, 1);
  expect(world.server.counters.logins).toBe(2);
});

verifies("proxy:pool:slow-call", "a request queued after a script gets another session after 200 ms", async () => {
  const world = await poolWorld("still");
  const sessions = world.process();
  const pool = sessions.pool(contacts, account);
  const script = await sessions.acquire(pool, "script");
  let entered: SessionUse | undefined;
  const read = sessions.acquire(pool).then((use) => {
    entered = use;
  });
  await world.clock.turn(150);
  expect([entered, world.server.counters.logins]).toEqual([undefined, 1]);
  await world.clock.turn(50);
  await read;
  expect(entered?.session.token).not.toBe(script.session.token);
  expect(world.server.counters.logins).toBe(2);
});

verifies("proxy:pool:slow-call", "a request uses the script's session if that ends in time", async () => {
  const world = await poolWorld("still");
  const sessions = world.process();
  const pool = sessions.pool(contacts, account);
  const script = await sessions.acquire(pool, "script");
  const read = sessions.acquire(pool);
  await world.clock.turn(150);
  sessions.release(pool, script);
  expect((await read).session.token).toBe(script.session.token);
  expect(world.server.counters.logins).toBe(1);
});

verifies(
  "proxy:pool:slow-call",
  "a request that has run for more than 200 ms counts as slow, of any kind",
  async () => {
    const world = await poolWorld("still");
    const sessions = world.process();
    const pool = sessions.pool(contacts, account);
    const slow = await sessions.acquire(pool);
    await world.clock.turn(250);
    expect(sessions.take(pool)).toBeUndefined();
    const read = sessions.acquire(pool);
    await world.clock.turn(200);
    expect((await read).session.token).not.toBe(slow.session.token);
  },
);

verifies(
  "proxy:pool:slow-call",
  "five parallel scripts on a cold key have separate sessions within a second",
  async () => {
    const world = await poolWorld("still");
    const sessions = world.process();
    const pool = sessions.pool(contacts, account);
    const uses: SessionUse[] = [];
    const entering = Array.from({ length: 5 }, async () => uses.push(await sessions.acquire(pool, "script")));
    for (let step = 1; step <= 4; step += 1) {
      await until(() => uses.length >= step);
      await world.clock.turn(200);
    }
    await Promise.all(entering);
    expect(new Set(uses.map(({ session }) => session.token)).size).toBe(5);
    expect(world.server.counters.logins).toBe(5);
  },
);

verifies(
  "proxy:pool:slow-call",
  "waiting requests get its session in order, and a script only when it is alone",
  async () => {
    const world = await poolWorld("still");
    const sessions = world.process();
    const pool = sessions.pool(contacts, account);
    const slow = await sessions.acquire(pool, "script");
    const order: string[] = [];
    const entering = ([name, kind]: readonly [string, "short" | "script"]) =>
      sessions.acquire(pool, kind).then((use) => {
        order.push(name);
        return use;
      });
    const scripts = [entering(["first script", "script"]), entering(["second script", "script"])] as const;
    const reads = (["first", "second", "third"] as const).map((name) => entering([name, "short"]));
    await world.clock.turn(100);
    sessions.release(pool, slow);
    for (const use of await Promise.all(reads)) {
      expect(order).toEqual(["first", "second", "third"]);
      sessions.release(pool, use);
    }
    for (const script of scripts) sessions.release(pool, await script);
    expect(order.slice(3)).toEqual(["first script", "second script"]);
    expect(world.server.counters.logins).toBe(1);
  },
);

verifies("proxy:pool:slow-call", "a hundred short parallel requests on a cold key cause one login", async () => {
  const world = await poolWorld("still");
  const sessions = world.process();
  const pool = sessions.pool(contacts, account);
  const uses = await Promise.all(Array.from({ length: 100 }, () => sessions.acquire(pool)));
  for (const use of uses) sessions.release(pool, use);
  await world.clock.turn(1_000);
  expect(world.server.counters.logins).toBe(1);
});

verifies("proxy:pool:grows", "never beyond eight, for any number of waiting requests and any time", async () => {
  const world = await poolWorld("still");
  const sessions = world.process();
  const pool = sessions.pool(contacts, account);
  const uses: SessionUse[] = [];
  for (let round = 0; round < 20; round += 1) {
    uses.push(...(await enterCalls(sessions, pool, 2)));
    await world.clock.turn(300);
  }
  expect(world.server.counters.logins).toBe(8);
  expect(new Set(uses.map(({ session }) => session.token)).size).toBe(8);
});

verifies("proxy:pool:grows", "parallel requests that wait for another session share one login", async () => {
  const world = await poolWorld("still");
  const sessions = world.process();
  const pool = sessions.pool(contacts, account);
  await enterCalls(sessions, pool, 2);
  await world.clock.turn(300);
  await Promise.all(Array.from({ length: 30 }, () => sessions.acquire(pool)));
  expect(world.server.counters.logins).toBe(2);
});

verifies("proxy:pool:grows", "a request keeps waiting in an existing session if no other can be opened", async () => {
  const world = await poolWorld("still");
  const sessions = world.process();
  const pool = sessions.pool(contacts, account);
  const [first] = await enterCalls(sessions, pool, 2);
  world.server.faults.set({ kind: "status", status: 502, body: "html", path: "/sessions" });
  await world.clock.turn(300);
  const use = await sessions.acquire(pool);
  expect(use.session.token).toBe(first?.session.token);
});

verifies("proxy:pool:swept", async () => {
  const world = await poolWorld("still");
  const sessions = world.process();
  const pool = sessions.pool(contacts, account);
  const uses: SessionUse[] = [];
  for (let round = 0; round < 4; round += 1) {
    uses.push(...(await enterCalls(sessions, pool, 2)));
    await world.clock.turn(300);
  }
  for (const use of uses) sessions.release(pool, use);
  await until(() => world.server.counters.openSessions() === 5);

  await world.clock.turn(9 * 60_000);
  await sessions.sweep();
  expect(world.server.counters.openSessions()).toBe(5);
  await world.clock.turn(61_000);
  await sessions.sweep();
  expect(world.server.counters.openSessions()).toBe(1);
  expect(world.server.counters.logouts).toBe(4);

  const use = sessions.take(pool);
  expect(use?.session.token).toBeDefined();
  expect(world.server.counters.logins).toBe(5);
});

verifies("proxy:pool:swept", "a session that is in use, or that another process uses, stays", async () => {
  const world = await poolWorld("still");
  const [one, two] = [world.process(), world.process()];
  const [here, there] = [one.pool(contacts, account), two.pool(contacts, account)];
  const uses = await enterCalls(one, here, 2);
  await world.clock.turn(300);
  uses.push(...(await enterCalls(one, here, 2)));
  for (const use of uses.slice(0, 3)) one.release(here, use);
  const shared = await two.acquire(there);
  expect(shared.session.token).toBe(uses[0]?.session.token);
  await world.clock.turn(11 * 60_000);
  two.release(there, shared);
  await world.clock.turn(1_000);
  await one.sweep();
  await two.sweep();
  expect(world.server.counters.logouts).toBe(0);
  expect(world.server.counters.openSessions()).toBe(2);
});

test("a session with a hanging request serves no others", async () => {
  const world = await poolWorld("still");
  const sessions = world.process();
  const pool = sessions.pool(contacts, account);
  const hanging = await sessions.acquire(pool);
  sessions.setAside(pool, hanging.session);
  sessions.release(pool, hanging);
  const next = await sessions.acquire(pool);
  expect(next.session.token).not.toBe(hanging.session.token);
  expect(world.server.counters.logins).toBe(2);
});

verifies(
  "proxy:pool:logout",
  "the process's sessions are logged out when it ends, and not found by the next",
  async () => {
    const world = await poolWorld("still");
    const sessions = world.process();
    const pool = sessions.pool(contacts, account);
    const uses = await enterCalls(sessions, pool, 2);
    await world.clock.turn(300);
    uses.push(...(await enterCalls(sessions, pool, 1)));
    for (const use of uses) sessions.release(pool, use);
    await sessions.close();
    expect(world.server.counters.logouts).toBe(2);
    expect(world.server.counters.openSessions()).toBe(0);
    const after = world.process();
    await after.acquire(after.pool(contacts, account));
    expect(world.server.counters.logins).toBe(3);
  },
);

test("an unavailable server doesn't keep the process from ending", async () => {
  const world = await poolWorld("still");
  const sessions = world.process();
  const pool = sessions.pool(contacts, account);
  sessions.release(pool, await sessions.acquire(pool));
  world.server.faults.set({ kind: "reset" });
  await expect(sessions.close()).resolves.toBeUndefined();
  expect(world.failures).toHaveLength(1);
});

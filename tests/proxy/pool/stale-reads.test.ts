import { expect } from "vitest";
import { staleTable } from "../../support/tables/stale-table.ts";
import { until } from "../../support/until.ts";
import { verifies } from "../../support/verifies.ts";
import { account, contacts, poolWorld } from "./support/pool-world.ts";

const staleMs = 2_000;

verifies("runtime:aws:stale-reads", "processes that start at the same time log in once in total", async () => {
  const world = await poolWorld("flowing", (table, clock) => staleTable(table, clock, staleMs));
  const processes = Array.from({ length: 20 }, () => world.process());
  const uses = Promise.allSettled(processes.map((sessions) => sessions.acquire(sessions.pool(contacts, account))));
  await until(() => world.server.counters.logins === 1);
  // The others see the session once their reads are recent enough, or give up before that; none takes the lease a second time.
  for (let steps = 0; steps < 40; steps += 1) await world.clock.turn(100);
  const tokens = new Set<string>();
  for (const use of await uses) {
    if (use.status === "fulfilled") tokens.add(use.value.session.token);
    else expect(use.reason).toMatchObject({ error: "token_refresh_failed", retryAfterSeconds: 1 });
  }
  expect(tokens.size).toBe(1);
  expect(world.server.counters.logins).toBe(1);
});

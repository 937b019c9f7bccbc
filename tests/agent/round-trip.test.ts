import { randomUUID } from "node:crypto";
import { afterAll, expect } from "vitest";
import { frameNumbers } from "#shared/agent/link/frame-numbers.ts";
import { replies } from "#shared/agent/link/replies.ts";
import { agentStore } from "#shared/agent/store.ts";
import type { Table } from "#shared/ports/table.ts";
import { watchedTable } from "../support/tables/watched-table.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { aHost } from "./support/a-host.ts";
import { agentClientOf, anAgent } from "./support/an-agent.ts";

const seen = { numbersTaken: 0, writes: (_partition: string): number => 0 };
const tables: Table[] = [];
const service = await testService({
  decorate: (platform) => {
    const watched = watchedTable(platform.table);
    seen.writes = watched.writes;
    const table: Table = {
      ...watched,
      update(key, change, condition) {
        if (key.sk === "sequence") seen.numbersTaken += 1;
        return watched.update(key, change, condition);
      },
    };
    tables.push(table);
    return { ...platform, table };
  },
});
const host = aHost();
afterAll(async () => {
  await service.stop();
  host.remove();
});

verifies(
  "agent:link:light",
  "ten requests are stored and removed, without writing an answer or a number for each",
  async () => {
    const agent = await anAgent(service, host);
    const ask = () => agentClientOf(service).request("log.list", {}, { deadlineMs: 60_000 });
    await ask();
    const before = { requests: seen.writes("agent-requests"), numbers: seen.numbersTaken };
    for (let asked = 0; asked < 10; asked += 1) expect((await ask()).logs).toHaveLength(1);
    expect(seen.writes("agent-requests") - before.requests).toBe(20);
    expect(seen.numbersTaken).toBe(before.numbers);
    expect(seen.writes("agent-replies")).toBe(0);
    await agent.stop();
  },
);

verifies("agent:link:light", "an answer that arrives in another process is found by the waiting one", async () => {
  const [table] = tables;
  if (table === undefined) throw new Error("The service has no table");
  const store = agentStore(table);
  const [here, there] = [replies(store, service.clock), replies(store, service.clock)];
  const [id, agent, link] = [randomUUID(), randomUUID(), randomUUID()];
  const expiresAt = service.clock.now() + 3_600_000;
  await store.ask({ schema: 1, id, agent, command: "log.list", sealedFields: "sealed", expiresAt });
  const answer = here.wait(id, expiresAt);
  expect([here.isAwaited(id), there.isAwaited(id)]).toEqual([true, false]);
  const outcome = { ok: true, reply: { logs: [] } } as const;
  const frame = { link, sequence: 1, at: service.clock.now() };
  expect(await store.answer(frame, id, outcome)).toBe("counted");
  there.received(id, outcome);
  expect(await answer).toEqual(outcome);
  expect(await store.answer(frame, id, outcome)).toBe("replayed");
  expect(here.isAwaited(id)).toBe(false);
});

verifies("agent:link:light", "frame numbers are never issued twice, even when requested in parallel", async () => {
  let last = 0;
  let refusals = 1;
  const reserve = async (count: number): Promise<number> => {
    if (refusals-- > 0) throw new Error("away");
    last += count;
    return last;
  };
  const [one, other] = [frameNumbers(reserve), frameNumbers(reserve)];
  await expect(one()).rejects.toThrow("away");
  const given = await Promise.all(Array.from({ length: 1_000 }, (_, index) => (index % 2 === 0 ? one() : other())));
  expect(new Set(given).size).toBe(1_000);
  expect(Math.min(...given)).toBe(1);
});

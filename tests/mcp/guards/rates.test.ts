import { expect } from "vitest";
import { callCounts } from "#shared/mcp/guards/rates.ts";
import { backgroundTasks } from "#shared/ports/background-tasks.ts";
import { turnableClock } from "../../support/clocks/turnable-clock.ts";
import { verifies } from "../../support/verifies.ts";

const rate = { max: 5, withinMs: 60_000 };

/** Returns the state that processes share: the count in the store, and the number of its writes. */
function store() {
  const totals = new Map<string, number>();
  const writes: number[] = [];
  return {
    writes,
    async count(who: string, from: number, _until: number, calls: number): Promise<number> {
      writes.push(calls);
      const total = (totals.get(`${who} ${from}`) ?? 0) + calls;
      totals.set(`${who} ${from}`, total);
      return total;
    },
  };
}

function process(of: ReturnType<typeof store>, gatheredMs: number) {
  const clock = turnableClock();
  const background = backgroundTasks({ error: (line) => expect(line).toBeUndefined() });
  return { clock, background, ...callCounts(of, { clock, background, gatheredMs }) };
}

verifies("mcp:admin:rates", "calls of a time span are counted immediately, and written together", async () => {
  const shared = store();
  const { clock, background, count } = process(shared, 250);
  const waits = Array.from({ length: 7 }, () => count("admin-key:1", rate));
  expect(waits.map((wait) => wait !== undefined)).toEqual([false, false, false, false, false, true, true]);
  expect(count("admin-key:2", rate)).toBeUndefined();
  await background.settle();
  await clock.turn(250);
  await background.settle();
  expect(shared.writes.reduce((sum, calls) => sum + calls, 0)).toBe(8);
  expect(shared.writes.length).toBeLessThanOrEqual(3);
});

verifies("mcp:admin:rates", "unwritten counts are written when a process stops", async () => {
  const shared = store();
  const stopped = process(shared, 250);
  for (let calls = 0; calls < rate.max; calls += 1) stopped.count("admin-key:1", rate);
  await stopped.flush();
  const next = process(shared, 0);
  expect(next.count("admin-key:1", rate)).toBeUndefined();
  await next.background.settle();
  expect(next.count("admin-key:1", rate)).toBeGreaterThan(0);
});

verifies("mcp:admin:rates", "a process knows the calls of others after it has written its own", async () => {
  const shared = store();
  const [one, other] = [process(shared, 0), process(shared, 0)];
  for (let calls = 0; calls < rate.max; calls += 1) one.count("admin-key:1", rate);
  await one.background.settle();
  expect(other.count("admin-key:1", rate)).toBeUndefined();
  await other.background.settle();
  expect(other.count("admin-key:1", rate)).toBeGreaterThan(0);
});

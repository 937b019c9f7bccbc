import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, onTestFinished } from "vitest";
import { type KeyLimits, noLimits } from "#shared/contract/values/key-limits.ts";
import { allowanceStore } from "#shared/keys/limits/allowance-store.ts";
import { type Allowances, allowances } from "#shared/keys/limits/allowances.ts";
import { otherProcesses } from "#shared/keys/limits/other-processes.ts";
import { presenceStore } from "#shared/keys/limits/presence-store.ts";
import { openTable } from "../../../local-runtime/storage/table/table.ts";
import { turnableClock } from "../../support/clocks/turnable-clock.ts";
import { watchedTable } from "../../support/tables/watched-table.ts";
import { verifies } from "../../support/verifies.ts";

const limits: KeyLimits = { ...noLimits, callsPerMinute: 60 };
const minuteMs = 60_000;
const lookMs = 2_000;

/** Returns processes on one table that start and end; each reads the others' counts every two seconds. */
function world() {
  const clock = turnableClock(Date.UTC(2026, 10, 20, 9, 0, 0));
  const local = openTable({ file: ":memory:", clock });
  onTestFinished(() => local.close());
  const table = watchedTable(local);
  const running = new Set<Allowances>();
  let started = 0;

  const start = (): Allowances => {
    started += 1;
    const id = `process-${started}`;
    const others = (handOver: () => Promise<void>) =>
      otherProcesses({ store: presenceStore(table), clock, id, handOver });
    const process = allowances({ store: allowanceStore(table), clock, others });
    running.add(process);
    return process;
  };

  /** Lets time pass as it does for running programs. */
  const pass = async (milliseconds: number): Promise<void> => {
    for (const end = clock.now() + milliseconds; clock.now() < end; ) {
      const step = Math.min(lookMs - (clock.now() % lookMs), end - clock.now());
      await clock.turn(step);
      if (clock.now() % lookMs === 0) await Promise.all([...running].map(({ others }) => others.look()));
    }
  };

  /** Makes this number of calls in turn, and returns the number of allowed calls. */
  const offer = async (calls: number, ...processes: readonly Allowances[]): Promise<number> => {
    let open = true;
    const taken = Promise.allSettled(
      Array.from({ length: calls }, async (_, call) => {
        const process = processes[call % processes.length] as Allowances;
        await process.take({ id: 7, dayCountOf: null }, limits, { address: "192.0.2.1", limits: undefined });
      }),
    ).finally(() => {
      open = false;
    });
    while (open) {
      await nextTurn();
      // Only processes that wait for others need time.
      if (clock.sleepers > 0) await pass(100);
    }
    return (await taken).filter(({ status }) => status === "fulfilled").length;
  };

  return {
    clock,
    table,
    start,
    pass,
    offer,
    /** Advances to the beginning of the next minute. */
    nextMinute: () => pass(minuteMs - (clock.now() % minuteMs)),
    async stop(process: Allowances): Promise<void> {
      running.delete(process);
      await process.others.leave();
    },
    kill(process: Allowances): void {
      running.delete(process);
    },
  };
}

verifies("keys:limits:minute", "a single process allows exactly the limit, and doesn't query the table", async () => {
  const { start, offer, nextMinute, table } = world();
  const one = start();
  // In the minute in which it started, it can't know how many calls others have allowed before.
  expect(await offer(100, one)).toBe(60);
  await nextMinute();
  const before = table.writes("allowance#7");
  expect(await offer(100, one)).toBe(60);
  expect(table.writes("allowance#7")).toBe(before);
});

verifies("keys:limits:shared", "a process that joins in the middle of a minute gets the rest of it", async () => {
  const { start, offer, nextMinute } = world();
  const one = start();
  await offer(1, one);
  await nextMinute();
  expect(await offer(40, one)).toBe(40);
  const two = start();
  expect(await offer(30, two)).toBe(20);
  expect(await offer(30, one, two)).toBe(0);
  await nextMinute();
  expect(await offer(100, one, two)).toBe(60);
});

verifies("keys:limits:shared", "a graceful restart doesn't reset the minute", async () => {
  const { start, stop, offer, nextMinute } = world();
  const one = start();
  await offer(1, one);
  await nextMinute();
  expect(await offer(40, one)).toBe(40);
  await stop(one);
  expect(await offer(40, start())).toBe(20);
});

verifies(
  "keys:limits:shared",
  "after a single process is killed, nothing is allowed until its minute is over",
  async () => {
    const { start, kill, offer, nextMinute } = world();
    const one = start();
    await offer(1, one);
    await nextMinute();
    expect(await offer(40, one)).toBe(40);
    kill(one);
    const two = start();
    expect(await offer(40, two)).toBe(0);
    await nextMinute();
    expect(await offer(100, two)).toBe(60);
  },
);

verifies(
  "keys:limits:shared",
  "a process that is left alone stops querying the table with the next minute",
  async () => {
    const { start, stop, offer, pass, nextMinute, table } = world();
    const [one, two] = [start(), start()];
    expect(await offer(100, one, two)).toBe(60);
    await stop(two);
    await pass(15_000);
    await nextMinute();
    const before = table.writes("allowance#7");
    expect(await offer(100, one)).toBe(60);
    expect(table.writes("allowance#7")).toBe(before);
  },
);

verifies("keys:limits:shared", "a process that can't reach the table no longer counts alone", async () => {
  const { start, offer, nextMinute, clock, table } = world();
  const one = start();
  await offer(1, one);
  await nextMinute();
  expect(await offer(10, one)).toBe(10);
  table.away = true;
  await clock.turn(11_000);
  expect(await offer(10, one)).toBe(0);
  table.away = false;
  const two = start();
  expect(await offer(100, two)).toBe(0);
  // The process reports the calls that it had allowed as soon as it can.
  expect(await offer(100, one, two)).toBe(50);
});

verifies(
  "keys:limits:shared",
  "no minute exceeds the limit, with processes starting, stopping, and being killed",
  async () => {
    for (let seed = 1; seed <= 12; seed += 1) {
      const { start, stop, kill, offer, pass, clock } = world();
      let state = seed;
      const random = (below: number): number => {
        state = (state * 48_271) % 2_147_483_647;
        return state % below;
      };
      const alive = [start()];
      const letIn = new Map<number, number>();
      for (let event = 0; event < 60; event += 1) {
        const what = random(10);
        const place = random(alive.length);
        if (what === 0 && alive.length < 8) alive.push(start());
        if (what === 1 && alive.length > 1) await stop(...(alive.splice(place, 1) as [Allowances]));
        if (what === 2 && alive.length > 1) kill(...(alive.splice(place, 1) as [Allowances]));
        await pass(random(8_000));
        const minute = Math.floor(clock.now() / minuteMs);
        // Calls that wait beyond the end of the minute belong to the next one, so they aren't made.
        if (clock.now() % minuteMs > 50_000) continue;
        const taken = await offer(1 + random(40), ...alive);
        expect(Math.floor(clock.now() / minuteMs)).toBe(minute);
        letIn.set(minute, (letIn.get(minute) ?? 0) + taken);
      }
      expect(Math.max(...letIn.values()), `seed ${seed}`).toBeLessThanOrEqual(60);
      expect(Math.max(...letIn.values()), `seed ${seed}`).toBeGreaterThan(30);
    }
  },
);

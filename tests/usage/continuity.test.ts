import { afterEach, beforeEach, expect } from "vitest";
import { timestamp } from "#shared/contract/scalars.ts";
import type { Table } from "#shared/ports/table.ts";
import { dayMs, hourMs, minuteMs } from "#shared/usage/period.ts";
import { usageReader } from "#shared/usage/reader.ts";
import { usageRollups } from "#shared/usage/rollups.ts";
import { usageService } from "#shared/usage/service.ts";
import { usageStore } from "#shared/usage/store.ts";
import { type LocalTable, openTable } from "../../local-runtime/storage/table/table.ts";
import { type TurnableClock, turnableClock } from "../support/clocks/turnable-clock.ts";
import { verifies } from "../support/verifies.ts";
import { aCall, aProcess, type CountingProcess } from "./support/a-process.ts";

const start = Date.UTC(2026, 10, 20, 12);
let clock: TurnableClock;
let table: LocalTable;
beforeEach(() => {
  clock = turnableClock(start);
  table = openTable({ file: ":memory:", clock, sweepSeconds: 0 });
});
afterEach(() => table.close());

const process = (name: string) => aProcess(name, usageStore(table), clock);

/** Returns a reader like the service's. */
function reading(from: Table = table) {
  const store = usageStore(from);
  const reader = usageReader({ store, lagMs: 2 * minuteMs });
  const { getUsage } = usageService({ reader, clock });
  const { sweep, close } = usageRollups({ store, reader, clock, lateMs: hourMs });
  return {
    sweep,
    close,
    async calls(given: { from: number; to: number; step: 60 | 3_600 | 86_400 }) {
      const asked = { ...given, from: timestamp(given.from), to: timestamp(given.to), metric: "calls" as const };
      const { series, gaps, countedTo } = await getUsage(asked, undefined as never);
      return {
        total: series[0]?.total ?? 0,
        values: series[0]?.values,
        gaps: gaps.map((gap) => ({ ...gap, from: Date.parse(gap.from) - start, to: Date.parse(gap.to) - start })),
        countedTo: Date.parse(countedTo) - start,
      };
    },
  };
}

/** Lets minutes pass, each written as it ends. */
async function pass(minutes: number, ...running: readonly CountingProcess[]): Promise<void> {
  for (let minute = 0; minute < minutes; minute += 1) {
    await clock.turn(minuteMs);
    for (const one of running) await one.flush();
  }
}

const range = (minutes: number) => ({ from: start, to: start + minutes * minuteMs, step: 60 as const });

verifies("usage:gaps:quiet", async () => {
  const one = process("one");
  one.call(3);
  await pass(5, one);
  one.call(1);
  await pass(1, one);
  const { values, gaps, countedTo } = await reading().calls(range(6));
  expect(values).toEqual([3, 0, 0, 0, 0, 1]);
  expect(gaps).toEqual([]);
  expect(countedTo).toBe(6 * minuteMs);
});

verifies("usage:continuity:restart", async () => {
  const one = process("one");
  one.call(5);
  await clock.turn(90_000);
  await one.flush();
  one.call(2);
  await one.close();
  await clock.turn(30_000 + 3 * minuteMs);
  const two = process("two");
  two.call(4);
  await pass(3, two);
  const { total, values, gaps } = await reading().calls(range(8));
  expect(total).toBe(11);
  expect(values?.slice(0, 6)).toEqual([5, 2, null, null, null, 4]);
  // Nothing is lost: the service announced its end.
  expect(gaps).toEqual([{ from: 90_000, to: 5 * minuteMs, reason: "stopped" }]);
});

verifies("usage:continuity:restart", "within one minute, both processes are counted", async () => {
  const one = process("one");
  one.call(5);
  await one.close();
  const two = process("two");
  two.call(4);
  await pass(1, two);
  expect((await reading().calls(range(1))).values).toEqual([9]);
});

verifies("usage:continuity:killed", async () => {
  const one = process("one");
  one.call(5);
  await pass(2, one);
  one.call(7);
  // Killed here: counts since the last written minute are lost with it.
  await clock.turn(20_000);
  const two = process("two");
  two.call(3);
  await pass(4, two);
  const { total, values, gaps } = await reading().calls(range(5));
  expect(total).toBe(8);
  expect(values).toEqual([5, 0, 3, 0, 0]);
  expect(gaps).toEqual([{ from: 2 * minuteMs, to: 3 * minuteMs, reason: "lost" }]);
});

verifies("usage:continuity:killed", "the minute is marked even if another process keeps counting", async () => {
  const [one, two] = [process("one"), process("two")];
  one.call(5);
  two.call(50);
  await pass(1, one, two);
  two.call(50);
  await pass(5, two);
  const { total, gaps } = await reading().calls(range(5));
  expect(total).toBe(105);
  expect(gaps).toEqual([{ from: minuteMs, to: 2 * minuteMs, reason: "lost" }]);
});

verifies("usage:continuity:processes", async () => {
  const [one, two] = [process("one"), process("two")];
  one.call(30);
  two.call(12);
  await pass(1, one, two);
  one.call(1);
  two.call(2);
  await pass(1, one, two);
  const { values, gaps } = await reading().calls(range(2));
  expect(values).toEqual([42, 3]);
  expect(gaps).toEqual([]);
});

verifies("usage:continuity:repeated", async () => {
  const one = process("one");
  one.call(6);
  await clock.turn(minuteMs);
  const [minute] = one.counters.closed(clock.now());
  const store = usageStore(table);
  if (minute !== undefined) for (let time = 0; time < 3; time += 1) await store.putMinute(minute);
  await one.flush();
  expect((await reading().calls(range(1))).total).toBe(6);
});

verifies("usage:continuity:repeated", "figures that a store didn't accept are written when it does", async () => {
  const counted = process("one");
  counted.call(6);
  const failing = aProcess("two", { putMinute: () => Promise.reject(new Error("no store")) }, clock);
  failing.call(4);
  await clock.turn(minuteMs);
  await expect(failing.flush()).rejects.toThrow("no store");
  failing.call(1);
  await pass(2, counted);
  for (const minute of failing.counters.closed(clock.now())) await usageStore(table).putMinute(minute);
  expect((await reading().calls(range(3))).values).toEqual([10, 1, 0]);
});

verifies("usage:continuity:clock", async () => {
  const { counters } = process("one");
  const counted = aCall();
  counters.call(start + minuteMs, counted);
  counters.call(start + 2 * minuteMs, counted);
  // The clock is set back: closed minutes aren't overwritten.
  counters.call(start + minuteMs, counted);
  const minutes = counters.closed(start + 3 * minuteMs);
  const names = minutes.map(({ writer, start: at }) => `${writer} ${(at - start) / minuteMs}`);
  expect(new Set(names).size).toBe(names.length);
  for (const minute of minutes) await usageStore(table).putMinute(minute);
  await clock.turn(3 * minuteMs);
  expect((await reading().calls(range(3))).total).toBe(3);
});

verifies("usage:rollups:absolute", async () => {
  const one = process("one");
  for (let hour = 0; hour < 3; hour += 1) {
    one.call(10 * (hour + 1), { firstByteMs: 10 });
    await pass(60, one);
  }
  await pass(61, one);
  const { sweep, calls } = reading();
  const hours = { from: start, to: start + 3 * hourMs, step: 3_600 as const };
  const before = await calls(hours);
  expect(before.values).toEqual([10, 20, 30]);
  await sweep();
  await reading().sweep();
  expect((await table.query({ pk: "usage-hours#2026-11-20" })).items).toHaveLength(3);
  expect(await calls(hours)).toEqual(before);
});

verifies(
  "usage:rollups:absolute",
  "an hour without any process is checked immediately and on the next sweep",
  async () => {
    let queries = 0;
    const { sweep, calls } = reading({
      ...table,
      query(query) {
        queries += 1;
        return table.query(query);
      },
    });
    const swept = async () => {
      await clock.turn(hourMs);
      queries = 0;
      await sweep();
      return queries;
    };
    const [first, second, third] = [await swept(), await swept(), await swept()];
    // First the data of the last days, then the data of the last day, then the last two hours.
    expect(first).toBeGreaterThan(second);
    expect(second).toBeGreaterThan(third);
    // The longer periods that are stored, and two hours.
    expect(third).toBeLessThan(20);
    // Minutes that a process couldn't write in time are written by the next sweep.
    const one = process("late");
    one.call(7);
    await clock.turn(2 * hourMs);
    await swept();
    await one.flush();
    await swept();
    const hours = { from: start + 3 * hourMs, to: start + 4 * hourMs, step: 3_600 as const };
    expect((await calls(hours)).values).toEqual([7]);
    expect((await table.query({ pk: "usage-hours#2026-11-20" })).items.length).toBeGreaterThan(0);
  },
);

verifies("usage:rollups:kept", async () => {
  const one = process("one");
  one.call(10);
  await pass(30, one);
  await one.close();
  await clock.turn(2 * hourMs);
  await reading().sweep();
  await clock.turn(dayMs);
  await reading().sweep();
  const days = (kept: number) => ({ from: start - dayMs, to: start + kept * dayMs, step: 86_400 as const });
  const hours = { from: start, to: start + hourMs, step: 3_600 as const };
  await clock.turn(5 * dayMs);
  expect((await table.query({ pk: "usage-minutes#2026-11-20T12" })).items).toEqual([]);
  expect((await reading().calls(hours)).values).toEqual([10]);
  await clock.turn(60 * dayMs);
  expect((await table.query({ pk: "usage-hours#2026-11-20" })).items).toEqual([]);
  const { total, values } = await reading().calls(days(10));
  expect([total, values?.[1]]).toEqual([10, 10]);
  await clock.turn(700 * dayMs);
  expect((await table.query({ pk: "usage-days#2026" })).items).toEqual([]);
});

verifies("usage:rollups:kept", "a service that is stopped for weeks keeps its last counts", async () => {
  const one = process("one");
  one.call(10);
  await pass(5, one);
  one.call(3);
  await one.close();
  await reading().close();
  await clock.turn(14 * dayMs);
  const hours = { from: start, to: start + hourMs, step: 3_600 as const };
  const { values, gaps } = await reading().calls(hours);
  expect(values).toEqual([13]);
  expect(gaps).toEqual([{ from: 5 * minuteMs, to: hourMs, reason: "stopped" }]);
});

verifies("usage:answer:filter", async () => {
  const one = process("one");
  // Names that users choose: one looks like a boundary between two rows, one like another's label.
  const odd = ['a],\n[{"key":"data-key:7"', 'data-key:7","file":"b.fmp12', "b\nc"];
  for (const file of odd) one.call(2, { key: "data-key:1", file });
  one.call(3, { key: "data-key:7", file: "b.fmp12" });
  one.call(4, { key: "data-key:77", file: "b.fmp12" });
  await pass(2, one);
  const { getUsage } = usageService({ reader: usageReader({ store: usageStore(table), lagMs: minuteMs }), clock });
  const total = async (where: { key?: string; file?: string }) => {
    const { series } = await getUsage(
      { ...where, metric: "calls", step: 60, from: timestamp(start) },
      undefined as never,
    );
    return series[0]?.total ?? 0;
  };
  expect(await total({ key: "data-key:7" })).toBe(3);
  expect(await total({ key: "data-key:1" })).toBe(6);
  for (const file of odd) expect(await total({ file })).toBe(2);
  expect(await total({ key: "data-key:7", file: "b.fmp12" })).toBe(3);
  expect(await total({ key: "data-key:77", file: "c.fmp12" })).toBe(0);
});

import { afterEach, beforeEach, expect } from "vitest";
import { timestamp } from "#shared/contract/scalars.ts";
import { systemIds } from "#shared/node/ids.ts";
import { backgroundTasks } from "#shared/ports/background-tasks.ts";
import type { Log } from "#shared/ports/log.ts";
import { countingByLines } from "#shared/usage/lines/counting-by-lines.ts";
import { hourMs, minuteMs } from "#shared/usage/period.ts";
import type { CommonPlatform } from "../../functions/platform.ts";
import { usageReader } from "../../functions/wiring/figures.ts";
import { type LocalTable, openTable } from "../../local-runtime/storage/table/table.ts";
import { type ALogGroup, aLogGroup } from "../logs/support/a-log-group.ts";
import { type TurnableClock, turnableClock } from "../support/clocks/turnable-clock.ts";
import { verifies } from "../support/verifies.ts";
import { aCall } from "./support/a-process.ts";
import { countsOn, lineAt, subscriptionEvent } from "./support/counted-lines.ts";

const start = Date.UTC(2026, 10, 20, 12);
let clock: TurnableClock;
let table: LocalTable;
let group: ALogGroup;
beforeEach(async () => {
  clock = turnableClock(start);
  table = openTable({ file: ":memory:", clock, sweepSeconds: 0 });
  group = await aLogGroup();
});
afterEach(async () => {
  table.close();
  await group.close();
});

/** Returns the function that adds lines up, and its figures. */
function adding() {
  const errors: unknown[] = [];
  const log = { error: (line) => void errors.push(line) } satisfies Partial<Log> as unknown as Log;
  const platform = {
    ...{ table, clock, log, logLines: group.events, counters: undefined },
    background: backgroundTasks(log),
  } as unknown as CommonPlatform & { readonly logLines: ALogGroup["events"] };
  const handle = countsOn(platform as never);
  return {
    handle,
    errors,
    async read(minutes: number) {
      const values = new Array<number | null>(minutes).fill(null);
      const window = { from: start, to: start + minutes * minuteMs, source: "minutes" } as const;
      const { gaps } = await usageReader(platform).read(window, clock.now(), ({ start: at, rows, isCovered }) => {
        const place = (at - start) / minuteMs;
        if (isCovered) values[place] ??= 0;
        for (const { values: own } of rows) values[place] = (values[place] ?? 0) + Number(own.calls ?? 0);
      });
      return {
        values,
        gaps: gaps.map(({ from, to, reason }) => [(from - start) / minuteMs, (to - start) / minuteMs, reason]),
      };
    },
  };
}

/** Returns the lines of an instance that has one call at each of these minutes. */
function anInstance(name: string, ...minutes: readonly number[]): readonly string[] {
  const counting = countingByLines(name, () => undefined);
  return minutes.map((minute) => {
    const at = start + minute * minuteMs + 30_000;
    return lineAt(at, counting.call(at, aCall()) ?? "");
  });
}

const putInLog = (lines: readonly string[]) => {
  for (const line of lines) group.put(Date.parse(JSON.parse(line).time), line);
};

verifies("usage:lines:once", async () => {
  const { handle, read, errors } = adding();
  await handle({ sweep: "counts" });
  const lines = anInstance("one", 0, 0, 0, 1);
  await handle(subscriptionEvent(lines));
  await handle(subscriptionEvent(lines.slice(1, 3)));
  await handle(subscriptionEvent(anInstance("two", 0)));
  // CloudWatch's message for checking the subscription.
  await handle(subscriptionEvent(anInstance("three", 0), "CONTROL_MESSAGE"));
  // A line that a program wrote through the application log doesn't count.
  await handle(
    subscriptionEvent(anInstance("four", 0).map((line) => line.replace('"level":"info"', '"level":"app-info"'))),
  );
  await clock.turn(4 * minuteMs);
  await handle({ sweep: "counts" });
  expect(await read(3)).toEqual({ values: [4, 1, 0], gaps: [] });
  expect(errors).toEqual([]);
});

verifies("usage:lines:repaired", async () => {
  const { handle, read, errors } = adding();
  await handle({ sweep: "counts" });
  const lines = anInstance("one", 0, 0, 1, 1, 1, 2, 2);
  putInLog(lines);
  const unheard = anInstance("two", 1);
  putInLog(unheard);
  // The second line of minute 1 isn't delivered, and neither are the last two.
  await handle(subscriptionEvent([...lines.slice(0, 3), ...lines.slice(4, 5)]));
  await clock.turn(5 * minuteMs);
  await handle({ sweep: "counts" });
  expect(await read(3)).toEqual({ values: [2, 4, 0], gaps: [] });
  await clock.turn(hourMs + 12 * minuteMs);
  await handle({ sweep: "counts" });
  expect(await read(3)).toEqual({ values: [2, 4, 2], gaps: [] });
  await clock.turn(hourMs);
  await handle({ sweep: "counts" });
  // The same run aggregates hours and days.
  const { items } = await table.query({ pk: "usage-hours#2026-11-20", prefix: "2026-11-20T12" });
  expect(items.map(({ fields }) => String(fields.rows).includes('"calls":8'))).toEqual([true]);
  expect(errors).toEqual([]);
});

verifies("usage:lines:repaired", "a late line is counted in its minute, and a lost one is marked", async () => {
  const { handle, read, errors } = adding();
  await handle({ sweep: "counts" });
  const lines = anInstance("one", 0, 0, 0, 1);
  await handle(subscriptionEvent([...lines.slice(0, 1), ...lines.slice(2)]));
  await clock.turn(9 * minuteMs);
  await handle({ sweep: "counts" });
  expect(await read(3)).toEqual({ values: [2, 1, 0], gaps: [[0, 1, "lost"]] });
  await handle(subscriptionEvent(lines.slice(1, 2)));
  expect(await read(3)).toEqual({ values: [3, 1, 0], gaps: [] });
  expect(errors).toEqual([]);
});

verifies("usage:lines:repaired", "minutes that a run missed are combined by the next", async () => {
  const { handle, read } = adding();
  await handle({ sweep: "counts" });
  await handle(subscriptionEvent(anInstance("one", 0, 7)));
  await clock.turn(10 * minuteMs);
  await handle({ sweep: "counts" });
  expect(await read(8)).toEqual({ values: [1, 0, 0, 0, 0, 0, 0, 1], gaps: [] });
  expect((await table.query({ pk: `usage-lines#${timestamp(start).slice(0, 16)}` })).items).toHaveLength(1);
});

verifies("usage:lines:across", async () => {
  const { handle, read, errors } = adding();
  await handle({ sweep: "counts" });
  const lines = anInstance("one", 0, 1, 2, 58, 59, 61);
  putInLog(lines);
  // Nothing of minute 1 is delivered, and nothing of the hour's last minute.
  await handle(subscriptionEvent([0, 2, 3, 5].map((place) => lines[place] ?? "")));
  await clock.turn(5 * minuteMs);
  await handle({ sweep: "counts" });
  expect(await read(3)).toEqual({ values: [1, 1, 1], gaps: [] });
  await clock.turn(59 * minuteMs);
  await handle({ sweep: "counts" });
  const { values, gaps } = await read(62);
  expect([values.slice(57), gaps]).toEqual([[0, 1, 1, 0, 1], []]);
  expect(errors).toEqual([]);
});

verifies(
  "usage:lines:across",
  "a lost line is marked from the previous line to the next, until it arrives",
  async () => {
    const { handle, read, errors } = adding();
    await handle({ sweep: "counts" });
    const lines = anInstance("one", 0, 1, 2, 58, 59, 61, 62);
    await handle(subscriptionEvent([0, 2, 3, 5, 6].map((place) => lines[place] ?? "")));
    await clock.turn(9 * minuteMs);
    await handle({ sweep: "counts" });
    expect(await read(4)).toEqual({ values: [1, 0, 1, 0], gaps: [[0, 3, "lost"]] });
    await clock.turn(60 * minuteMs);
    await handle({ sweep: "counts" });
    const marked = [
      [0, 3, "lost"],
      [58, 62, "lost"],
    ];
    expect((await read(63)).gaps).toEqual(marked);
    // Both hours were compared with the log, and the first was aggregated.
    for (const turned of [30, 60, 60]) {
      await clock.turn(turned * minuteMs);
      await handle({ sweep: "counts" });
    }
    expect((await read(63)).gaps).toEqual(marked);
    const { items } = await table.query({ pk: "usage-hours#2026-11-20", prefix: "2026-11-20T12" });
    expect(items.map(({ fields }) => fields.gaps)).toEqual([
      [
        { from: start, to: start + 3 * minuteMs, reason: "lost" },
        { from: start + 58 * minuteMs, to: start + hourMs, reason: "lost" },
      ],
    ]);
    await handle(subscriptionEvent(lines.slice(4, 5)));
    const { values, gaps } = await read(63);
    expect([values.slice(57), gaps]).toEqual([[0, 1, 1, 0, 1, 1], [[0, 3, "lost"]]]);
    await handle(subscriptionEvent(lines.slice(1, 2)));
    expect((await read(63)).gaps).toEqual([]);
    expect(errors).toEqual([]);
  },
);

verifies("usage:lines:across", "an instance's first lines are missing from its start on", async () => {
  const { handle, read, errors } = adding();
  await handle({ sweep: "counts" });
  await clock.turn(minuteMs);
  const instance = systemIds(clock).uuid();
  const lines = anInstance(instance, 1, 2, 3, 4, 4);
  // An instance older than the compared period, and one that has reported everything.
  await handle(subscriptionEvent(anInstance("one", 0, 4).slice(1)));
  await handle(subscriptionEvent(anInstance(systemIds(clock).uuid(), 3)));
  await handle(subscriptionEvent(lines.slice(2)));
  await clock.turn(8 * minuteMs);
  await handle({ sweep: "counts" });
  expect(await read(6)).toEqual({ values: [0, 0, 0, 2, 3, 0], gaps: [[1, 4, "lost"]] });
  putInLog(lines.slice(0, 2));
  await clock.turn(2 * hourMs);
  await handle({ sweep: "counts" });
  expect(await read(6)).toEqual({ values: [0, 1, 1, 2, 3, 0], gaps: [] });
  expect(errors).toEqual([]);
});

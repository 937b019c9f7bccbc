import { afterEach, beforeEach, expect } from "vitest";
import type { AlertRule } from "#shared/usage/alerts/contract.ts";
import { alertEvaluation } from "#shared/usage/alerts/evaluation.ts";
import { pastOf } from "#shared/usage/alerts/past.ts";
import {
  isRinging,
  type RuleState,
  replayed,
  requireRule,
  stateAfter,
  type WatchedTime,
} from "#shared/usage/alerts/rules.ts";
import { alertStore } from "#shared/usage/alerts/store.ts";
import { dayMs, hourMs, minuteMs } from "#shared/usage/period.ts";
import { usageReader } from "#shared/usage/reader.ts";
import { usageRollups } from "#shared/usage/rollups.ts";
import type { Row, Value } from "#shared/usage/series.ts";
import { usageStore } from "#shared/usage/store.ts";
import { type LocalTable, openTable } from "../../local-runtime/storage/table/table.ts";
import { type TurnableClock, turnableClock } from "../support/clocks/turnable-clock.ts";
import { verifies } from "../support/verifies.ts";

const start = Date.UTC(2026, 10, 20, 12);
const lagMs = 2 * minuteMs;
let clock: TurnableClock;
let table: LocalTable;
beforeEach(() => {
  clock = turnableClock(start);
  table = openTable({ file: ":memory:", clock, sweepSeconds: 0 });
});
afterEach(() => table.close());

const aRule = (differences: Partial<AlertRule> = {}): AlertRule => ({
  destinations: null,
  name: "Cache",
  active: true,
  metric: "cacheHit",
  where: {},
  statistic: "average",
  condition: "below",
  threshold: 90,
  clearThreshold: 95,
  forMinutes: 3,
  clearForMinutes: 2,
  ...differences,
});
const read = (value: number | undefined): Value | undefined =>
  value === undefined ? undefined : { count: 1, sum: value, least: value, most: value };
/** Returns minutes of a gauge; undefined if nothing was read. */
const minutes = (...values: readonly (number | undefined)[]): WatchedTime[] =>
  values.map((value, place) => ({
    start: start + place * minuteMs,
    minutes: 1,
    value: read(value),
    isCovered: value !== undefined,
  }));
const statuses = (rule: AlertRule, times: readonly WatchedTime[]) => {
  let state: RuleState | undefined;
  return times.map((time) => {
    state = stateAfter(rule, state, time);
    return state.status;
  });
};

verifies("usage:alerts:states", () => {
  const rule = aRule();
  // Fires after three minutes below 90, and resolves after two at 95 or above.
  expect(statuses(rule, minutes(96, 80, 80, 96, 80, 80, 80, 92, 96, 92, 95, 96, 80))).toEqual([
    ...["ok", "pending", "pending", "ok", "pending", "pending", "ringing"],
    ...["ringing", "recovering", "ringing", "recovering", "ok", "pending"],
  ]);
  expect(statuses(aRule({ forMinutes: 1, clearForMinutes: 1, clearThreshold: null }), minutes(80, 90, 89))).toEqual([
    ...["ringing", "ok", "ringing"],
  ]);
  expect(
    statuses(
      aRule({ condition: "above", threshold: 90, clearThreshold: 80, forMinutes: 1, clearForMinutes: 1 }),
      minutes(90, 91, 85, 80),
    ),
  ).toEqual([...["ok", "ringing", "ringing", "ok"]]);
});

verifies("usage:alerts:unknown", () => {
  // A minute without a value neither fires nor resolves the alert, and isn't counted.
  expect(statuses(aRule(), minutes(80, 80, undefined, 80, undefined, undefined, 96, undefined, 96))).toEqual([
    ...["pending", "pending", "pending", "ringing", "ringing", "ringing", "recovering", "recovering", "ok"],
  ]);
  // If the rule looks for missing values, it is counted.
  const absent = aRule({
    condition: "absent",
    threshold: null,
    clearThreshold: null,
    forMinutes: 2,
    clearForMinutes: 1,
  });
  expect(statuses(absent, minutes(80, undefined, undefined, 80))).toEqual(["ok", "pending", "ringing", "ok"]);
  // Calls that weren't counted aren't known to be zero.
  const calls = aRule({ ...absent, metric: "calls", statistic: "sum" });
  const counted = (value: number | undefined, isCovered: boolean): WatchedTime => ({
    start,
    minutes: 1,
    value,
    isCovered,
  });
  expect(
    statuses(calls, [
      counted(undefined, false),
      counted(undefined, true),
      counted(undefined, false),
      counted(undefined, true),
      counted(3, true),
    ]),
  ).toEqual([...["ok", "pending", "pending", "ringing", "ok"]]);
  // And a quiet minute is below any threshold.
  expect(
    statuses(aRule({ metric: "calls", statistic: "sum", threshold: 1, clearThreshold: null, forMinutes: 1 }), [
      counted(undefined, true),
    ]),
  ).toEqual(["ringing"]);
});

verifies("usage:alerts:refused", () => {
  const refusals: readonly Partial<AlertRule>[] = [
    { statistic: "p95" },
    { threshold: null },
    { condition: "absent" },
    { condition: "absent", threshold: null },
    { clearThreshold: 89 },
    { condition: "above", clearThreshold: 91 },
    { where: { key: "data-key:1" } },
  ];
  for (const refused of refusals) expect(() => requireRule(aRule(refused)), JSON.stringify(refused)).toThrow();
  expect(() => requireRule(aRule())).not.toThrow();
  expect(() =>
    requireRule(
      aRule({
        metric: "timeToFirstByte",
        statistic: "p95",
        where: { file: "a" },
        condition: "above",
        clearThreshold: null,
      }),
    ),
  ).not.toThrow();
});

const rowOf = (cacheHit: number): Row => ({ labels: {}, values: { cacheHit: [1, cacheHit, cacheHit, cacheHit] } });
const stores = () => ({
  rules: alertStore(table),
  usage: usageStore(table),
  statistics: usageStore(table, "statistics"),
  watched: usageStore(table, "watched"),
});
const put = (store: Pick<ReturnType<typeof usageStore>, "putMinute">, at: number, rows: readonly Row[]) =>
  store.putMinute({ writer: "server", start: at, from: at, to: at + minuteMs, isLast: true, rows });
const stored = (rule: AlertRule, id = 1) => ({ ...rule, schema: 1 as const, id, createdAt: start, updatedAt: start });

verifies("usage:alerts:evaluated", async () => {
  const { rules, usage, statistics, watched } = stores();
  const one = () => alertEvaluation({ store: rules, usage, statistics, watched, clock, lagMs });
  const evaluation = one();
  await rules.create(stored(aRule({ forMinutes: 2, clearForMinutes: 1 })));
  const sweepAt = async (minute: number, cacheHit: number | undefined, by = evaluation) => {
    const at = start + minute * minuteMs;
    if (cacheHit !== undefined) await put(statistics, at, [rowOf(cacheHit)]);
    await clock.turn(at + minuteMs + lagMs - clock.now());
    await by.sweep();
    return (await rules.state(1))?.state;
  };
  expect(await sweepAt(0, 80)).toMatchObject({ status: "pending", value: 80, checkedTo: start + minuteMs });
  // Evaluating a minute twice changes nothing, and another process continues where this one ended.
  expect(await sweepAt(0, 80, one())).toMatchObject({ status: "pending", minutes: 1 });
  expect(await sweepAt(1, 81, one())).toMatchObject({ status: "ringing", value: 81 });
  // Skipped minutes are evaluated, too.
  await put(statistics, start + 2 * minuteMs, [rowOf(96)]);
  expect(isRinging(await sweepAt(3, undefined))).toBe(false);
  // A changed rule starts again.
  const found = await rules.get(1);
  await rules.replace(
    { ...stored(aRule({ threshold: 99, clearThreshold: null })), updatedAt: start + 1 },
    found?.version ?? 0,
  );
  expect(await sweepAt(4, 98)).toMatchObject({ status: "pending", minutes: 1, ruleUpdatedAt: start + 1 });
  // After a long pause, it evaluates only the latest minutes.
  await clock.turn(5 * hourMs);
  await put(statistics, start + 5 * hourMs, [rowOf(98)]);
  await evaluation.sweep();
  expect((await rules.state(1))?.state.minutes).toBe(2);
});

const weekAgo = start - 7 * dayMs;
/** Returns the data that a rule is tested on. */
const tried = (rule: AlertRule, days: number) => {
  const { usage, statistics, watched } = stores();
  const [one, two, three] = [usage, statistics, watched].map((store) => usageReader({ store, lagMs })) as [
    ReturnType<typeof usageReader>,
    ReturnType<typeof usageReader>,
    ReturnType<typeof usageReader>,
  ];
  return pastOf({ usage: one, statistics: two, watched: three })(rule, days, clock.now());
};

verifies("usage:alerts:tried", async () => {
  table.close();
  clock = turnableClock(weekAgo + hourMs);
  table = openTable({ file: ":memory:", clock, sweepSeconds: 0 });
  const { rules, usage, statistics, watched } = stores();
  const rule = aRule({ forMinutes: 3, clearForMinutes: 2 });
  // An hour of a week ago is aggregated from its minutes, which are then deleted.
  for (let minute = 0; minute < 60; minute += 1)
    await put(statistics, weekAgo + minute * minuteMs, [rowOf(minute < 30 ? 70 : 100)]);
  await clock.turn(hourMs);
  await usageRollups({
    store: statistics,
    reader: usageReader({ store: statistics, lagMs }),
    clock,
    lateMs: hourMs,
  }).sweep();
  await clock.turn(start - clock.now());
  // A day: minutes of all metrics exist. The rule fired twice; the second time is still firing.
  const yesterday = start - 20 * hourMs;
  for (const [place, hit] of [96, 80, 80, 80, 96, 96, 80, 80, 80, 80].entries())
    await put(statistics, yesterday + place * minuteMs, [rowOf(hit)]);
  const day = await tried(rule, 1);
  expect([day.over, day.from, day.times.length]).toEqual(["minutes", start - dayMs, 1_440]);
  expect(replayed(rule, day.times)).toEqual({
    times: [
      { from: yesterday + 4 * minuteMs, to: yesterday + 6 * minuteMs },
      { from: yesterday + 9 * minuteMs, to: null },
    ],
    unknownMinutes: 1_430,
  });
  // A week of data that no rule watched: hours, each as its average.
  const week = await tried(rule, 7);
  expect([week.over, week.from]).toEqual(["hours", weekAgo]);
  expect(week.times[0]).toMatchObject({ start: weekAgo, minutes: 60, value: { count: 60, sum: 5_100 } });
  expect(replayed(rule, week.times).times[0]?.from).toBe(weekAgo + hourMs);
  // The same once a rule has watched it: minutes.
  const evaluation = alertEvaluation({ store: rules, usage, statistics, watched, clock, lagMs });
  await rules.create(stored(rule));
  const watchedFrom = clock.now();
  for (let minute = 0; minute < 4; minute += 1) {
    await put(statistics, watchedFrom + minute * minuteMs, [rowOf(80)]);
    await clock.turn(minuteMs);
    if (minute >= 2) await evaluation.sweep();
  }
  await clock.turn(7 * dayMs - 4 * minuteMs);
  const later = await tried(rule, 7);
  expect([later.over, later.from]).toEqual(["minutes", watchedFrom]);
  expect(later.times[0]).toMatchObject({ minutes: 1, isCovered: true, value: { count: 1, sum: 80 } });
  // No minutes were stored for other labels.
  expect((await tried({ ...rule, metric: "hostDisk", where: { folder: "backups" } }, 7)).over).toBe("hours");
});

import { ServiceError } from "#shared/contract/errors.ts";
import { numbersOf, statisticsOf } from "../figures.ts";
import { type LabelName, metricOf, usageMetricNames } from "../metrics/contract.ts";
import { minuteMs } from "../period.ts";
import { added, type Row, type Value } from "../series.ts";
import { requireLabels } from "../window.ts";
import type { AlertRule } from "./contract.ts";

/** How a rule is after a minute. Moments are milliseconds since the epoch. */
export interface RuleState {
  readonly status: "ok" | "pending" | "ringing" | "recovering";
  readonly since: number;
  /** For how many minutes it was wrong, or well again. */
  readonly minutes: number;
  readonly value: number | null;
}

/** What a time says of a rule. `between`: neither wrong nor well enough to end what rings. */
export type Verdict = "wrong" | "between" | "well" | "unknown";

/** @throws ServiceError alert_refused, usage_label_unknown */
export function requireRule(rule: AlertRule): void {
  const { metric, where, statistic, condition, threshold, clearThreshold } = rule;
  requireLabels(metric, Object.keys(where) as LabelName[]);
  const known = statisticsOf(metric);
  if (!known.includes(statistic)) throw refused(`${metric} has ${known.join(", ")}, and no ${statistic}`);
  if ((condition === "absent") !== (threshold === null))
    throw refused(condition === "absent" ? "`absent` takes no threshold" : "a threshold is missing");
  if (clearThreshold === null) return;
  if (threshold === null) throw refused("`absent` takes no threshold");
  const isBehind = condition === "above" ? clearThreshold > threshold : clearThreshold < threshold;
  if (isBehind) throw refused("`clearThreshold` lies on the wrong side of `threshold`");
}

/** The error of a rule that cannot be looked at. */
export function refused(text: string): ServiceError {
  return new ServiceError("alert_refused", { text });
}

/** Whether figures of a metric are counted by ourselves, or read of FileMaker Server. */
export function isCounted(metric: AlertRule["metric"]): boolean {
  return (usageMetricNames as readonly string[]).includes(metric);
}

/** The figures of a time that a rule is about, put together. */
export function watchedValue(
  rows: readonly Row[],
  { metric, where }: Pick<AlertRule, "metric" | "where">,
): Value | undefined {
  const wanted = Object.entries(where) as [LabelName, string][];
  return rows.reduce<Value | undefined>((value, { labels, values }) => {
    const stored = values[metric];
    const fits = stored !== undefined && wanted.every(([name, one]) => labels[name] === one);
    return fits ? added(value, stored) : value;
  }, undefined);
}

/** A time of a series: a minute, or an hour of which the average minute is compared. */
export interface WatchedTime {
  readonly start: number;
  readonly minutes: number;
  readonly value: Value | undefined;
  /** Whether anyone counted in it. */
  readonly isCovered: boolean;
}

/** What is compared of a time. Null: there is no figure. */
export function comparedNumber(
  { metric, statistic }: AlertRule,
  { value, minutes, isCovered }: WatchedTime,
): number | null {
  if (metricOf(metric).kind === "counter") return isCovered ? ((value as number | undefined) ?? 0) / minutes : null;
  if (value === undefined) return null;
  return numbersOf(metric, value)[statisticsOf(metric).indexOf(statistic)] ?? null;
}

export function verdictOf(rule: AlertRule, time: WatchedTime): Verdict {
  const { metric, condition, threshold } = rule;
  const number = comparedNumber(rule, time);
  if (condition === "absent") {
    // Readings that do not come are what such a rule is for; calls that nobody counted are not known to be none.
    if (isCounted(metric) && !time.isCovered) return "unknown";
    return number === null || number === 0 ? "wrong" : "well";
  }
  if (number === null || threshold === null) return "unknown";
  const clear = rule.clearThreshold ?? threshold;
  if (condition === "above") return number > threshold ? "wrong" : number <= clear ? "well" : "between";
  return number < threshold ? "wrong" : number >= clear ? "well" : "between";
}

/** How a rule is after a time. What is not known changes nothing. */
export function stateAfter(rule: AlertRule, before: RuleState | undefined, time: WatchedTime): RuleState {
  const verdict = verdictOf(rule, time);
  const { start, minutes: lasted } = time;
  const known = before ?? { status: "ok", since: start, minutes: 0, value: null };
  const value = comparedNumber(rule, time);
  const next = (status: RuleState["status"], minutes: number): RuleState => ({
    status,
    since: status === known.status ? known.since : start,
    minutes,
    value,
  });
  /** Nearer to ringing, or there. */
  const wrong = (minutes: number) => (minutes >= rule.forMinutes ? next("ringing", 0) : next("pending", minutes));
  const well = (minutes: number) => (minutes >= rule.clearForMinutes ? next("ok", 0) : next("recovering", minutes));
  if (verdict === "unknown") return next(known.status, known.minutes);
  switch (known.status) {
    case "ok":
      return verdict === "wrong" ? wrong(lasted) : next("ok", 0);
    case "pending":
      return verdict === "wrong" ? wrong(known.minutes + lasted) : next("ok", 0);
    case "ringing":
      return verdict === "well" ? well(lasted) : next("ringing", 0);
    case "recovering":
      return verdict === "well" ? well(known.minutes + lasted) : next("ringing", 0);
  }
}

export function isRinging(state: Pick<RuleState, "status"> | undefined): boolean {
  return state?.status === "ringing" || state?.status === "recovering";
}

/** What a replay of the past has found. */
export interface Replay {
  readonly times: readonly { readonly from: number; readonly to: number | null }[];
  readonly unknownMinutes: number;
}

/** How a rule would have rung: the same steps as in the present. */
export function replayed(rule: AlertRule, past: readonly WatchedTime[]): Replay {
  const times: { from: number; to: number | null }[] = [];
  let state: RuleState | undefined;
  let unknownMinutes = 0;
  for (const time of past) {
    const wasRinging = isRinging(state);
    state = stateAfter(rule, state, time);
    if (verdictOf(rule, time) === "unknown") unknownMinutes += time.minutes;
    const end = time.start + time.minutes * minuteMs;
    const last = times.at(-1);
    if (!wasRinging && isRinging(state)) times.push({ from: end, to: null });
    else if (wasRinging && !isRinging(state) && last !== undefined) last.to = end;
  }
  return { times, unknownMinutes };
}

import { ServiceError } from "#shared/contract/errors.ts";
import { numbersOf, statisticsOf } from "../figures.ts";
import { type LabelName, metricOf, usageMetricNames } from "../metrics/contract.ts";
import { minuteMs } from "../period.ts";
import { added, type Row, type Value } from "../series.ts";
import { requireLabels } from "../window.ts";
import type { AlertRule } from "./contract.ts";

/** State of a rule after a minute. Times are in milliseconds since the epoch. */
export interface RuleState {
  readonly status: "ok" | "pending" | "ringing" | "recovering";
  readonly since: number;
  /** Number of consecutive minutes in which the condition held or was clear. */
  readonly minutes: number;
  readonly value: number | null;
}

/** Verdict on a time. `between`: the condition doesn't hold, but isn't clear enough to resolve a firing rule. */
export type Verdict = "wrong" | "between" | "well" | "unknown";

/** @throws ServiceError alert_refused, usage_label_unknown */
export function requireRule(rule: AlertRule): void {
  const { metric, where, statistic, condition, threshold, clearThreshold } = rule;
  requireLabels(metric, Object.keys(where) as LabelName[]);
  const known = statisticsOf(metric);
  if (!known.includes(statistic)) throw refused(`${metric} has ${known.join(", ")}, but not ${statistic}`);
  if ((condition === "absent") !== (threshold === null))
    throw refused(condition === "absent" ? "`absent` doesn't have a threshold" : "`threshold` is required");
  if (clearThreshold === null) return;
  if (threshold === null) throw refused("`absent` doesn't have a threshold");
  const isBehind = condition === "above" ? clearThreshold > threshold : clearThreshold < threshold;
  if (isBehind) throw refused("`clearThreshold` is on the wrong side of `threshold`");
}

/** Returns the error for an invalid rule. */
export function refused(text: string): ServiceError {
  return new ServiceError("alert_refused", { text });
}

/** Returns true if Latchkey counts the metric itself, and false if it is read from FileMaker Server. */
export function isCounted(metric: AlertRule["metric"]): boolean {
  return (usageMetricNames as readonly string[]).includes(metric);
}

/** Merges the values that match the rule. */
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

/** Time in a series: a minute, or an hour, whose average minute is compared. */
export interface WatchedTime {
  readonly start: number;
  readonly minutes: number;
  readonly value: Value | undefined;
  /** True if any process counted during this time. */
  readonly isCovered: boolean;
}

/** Returns the number to compare, or null if there is no value. */
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
    // A rule on absence fires when readings stop. Calls that weren't counted don't prove that there were none.
    if (isCounted(metric) && !time.isCovered) return "unknown";
    return number === null || number === 0 ? "wrong" : "well";
  }
  if (number === null || threshold === null) return "unknown";
  const clear = rule.clearThreshold ?? threshold;
  if (condition === "above") return number > threshold ? "wrong" : number <= clear ? "well" : "between";
  return number < threshold ? "wrong" : number >= clear ? "well" : "between";
}

/** Returns the state of a rule after a time. An unknown value changes nothing. */
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
  /** Closer to firing, or firing. */
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

/** Result of replaying the past. */
export interface Replay {
  readonly times: readonly { readonly from: number; readonly to: number | null }[];
  readonly unknownMinutes: number;
}

/** Replays a rule on past values, with the same steps as in the present. */
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

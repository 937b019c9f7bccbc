import type { Alert, AlertRule } from "#shared/usage/alerts/contract.ts";
import {
  type LabelName,
  type MetricKind,
  type MetricName,
  metricOf,
  type Statistic,
  type Unit,
} from "#shared/usage/metrics/contract.ts";
import { alertMessages } from "../../../messages/english/usage/alerts.ts";
import { isOfJobs } from "../alert-values.ts";

const text = alertMessages.scales;

/** Rule in a form. Numbers are kept as typed, thresholds in the selected unit. */
export interface AlertDraft {
  readonly name: string;
  readonly metric: MetricName;
  /** Empty text: any value. */
  readonly where: Readonly<Partial<Record<LabelName, string>>>;
  readonly statistic: Statistic;
  readonly condition: AlertRule["condition"];
  readonly threshold: string;
  readonly clear: string;
  /** Factor from the selected unit to the metric's unit. */
  readonly scale: number;
  readonly forMinutes: string;
  readonly clearForMinutes: string;
  /** Ids of the destinations to notify. Empty: destinations that subscribe to alerts. */
  readonly destinations: readonly number[];
}

/** Available statistics by kind of metric. */
export const statisticsOf = {
  counter: ["sum"],
  gauge: ["average", "least", "most"],
  sketch: ["p50", "p95", "p99"],
} as const satisfies Readonly<Record<MetricKind, readonly Statistic[]>>;

const first: Pick<AlertDraft, "metric" | "statistic"> = { metric: "timeToFirstByte", statistic: "p95" };
const fiveMinutes = "5";

export function draftOf(before: Alert | undefined): AlertDraft {
  if (before === undefined)
    return {
      ...first,
      name: "",
      where: {},
      condition: "above",
      threshold: "",
      clear: "",
      scale: 1,
      forMinutes: fiveMinutes,
      clearForMinutes: fiveMinutes,
      destinations: [],
    };
  const { name, metric, where, statistic, condition, threshold, clearThreshold, forMinutes, clearForMinutes } = before;
  const scale = scaleOf(metric, threshold);
  const typed = (value: number | null) => (value === null ? "" : String(value / scale));
  return {
    ...{ name, metric, where, statistic, condition, scale },
    threshold: typed(threshold),
    clear: typed(clearThreshold),
    forMinutes: String(forMinutes),
    clearForMinutes: String(clearForMinutes),
    destinations: before.destinations ?? [],
  };
}

/** Labels that have different values for jobs. */
const ofKind: ReadonlySet<string> = new Set(["kind", "outcome"] satisfies LabelName[]);

/** Returns the draft with another metric, without values that don't fit it. */
export function withMetric(draft: AlertDraft, metric: MetricName): AlertDraft {
  const { kind, labels, unit } = metricOf(metric);
  const known: readonly Statistic[] = statisticsOf[kind];
  const isSameKind = isOfJobs(draft.metric) === isOfJobs(metric);
  const fits = (label: string) => labels.includes(label as LabelName) && (isSameKind || !ofKind.has(label));
  const isSameUnit = metricOf(draft.metric).unit === unit;
  return {
    ...draft,
    metric,
    statistic: known.includes(draft.statistic) ? draft.statistic : (known[0] ?? "sum"),
    where: Object.fromEntries(Object.entries(draft.where).filter(([label]) => fits(label))),
    ...(!isSameUnit && { scale: 1, threshold: "", clear: "" }),
  };
}

/** Returns the units in which a threshold can be typed. */
export function scalesOf(metric: MetricName): readonly { readonly scale: number; readonly text: string }[] {
  const { unit, kind } = metricOf(metric);
  const each = (name: string) => (kind === "counter" ? text.aMinute(name) : name);
  if (unit === "bytes") return sizes.map(({ scale, name }) => ({ scale, text: each(name) }));
  if (unit === "bytesPerSecond") return sizes.map(({ scale, name }) => ({ scale, text: text.aSecond(name) }));
  if (unit === "milliseconds")
    return [
      { scale: 1, text: text.milliseconds },
      { scale: 1_000, text: text.seconds },
    ];
  if (unit === "calls" && kind === "counter") return [{ scale: 1, text: text.callsAMinute }];
  return [{ scale: 1, text: text[unit satisfies Exclude<Unit, "bytes" | "bytesPerSecond" | "milliseconds">] }];
}

const sizes = text.sizes.map((name, step) => ({ scale: 1024 ** step, name }));

/** Returns the largest unit in which a value is an integer. */
function scaleOf(metric: MetricName, value: number | null): number {
  const fitting = scalesOf(metric).filter(({ scale }) => value !== null && value !== 0 && value % scale === 0);
  return fitting.at(-1)?.scale ?? 1;
}

/** Returns errors by field. */
export function missing({ name, condition, threshold, clear, forMinutes, clearForMinutes }: AlertDraft) {
  const isAbsent = condition === "absent";
  const [limit, end] = [numberOf(threshold), numberOf(clear)];
  const isBehind = limit !== null && end !== null && (condition === "above" ? end > limit : end < limit);
  return {
    name: name.trim() === "",
    threshold: !isAbsent && limit === null,
    clear: !isAbsent && clear.trim() !== "" && (end === null || isBehind),
    forMinutes: !areMinutes(forMinutes),
    clearForMinutes: !areMinutes(clearForMinutes),
  };
}

/** Returns true if the rule can be tested against the past; it needn't have a name. */
export function isWhole(draft: AlertDraft): boolean {
  return Object.entries(missing(draft)).every(([field, isWrong]) => field === "name" || !isWrong);
}

function numberOf(typed: string): number | null {
  const number = Number(typed.trim().replace(",", "."));
  return typed.trim() === "" || !Number.isFinite(number) ? null : number;
}

function areMinutes(typed: string): boolean {
  const number = numberOf(typed);
  return number !== null && Number.isInteger(number) && number >= 1 && number <= 1_440;
}

/** Returns the rule in the service's format. */
export function ruleOf(draft: AlertDraft): Omit<AlertRule, "active"> {
  const { name, metric, statistic, condition, threshold, clear, scale, forMinutes, clearForMinutes } = draft;
  const isAbsent = condition === "absent";
  const scaled = (typed: string) => {
    const number = isAbsent ? null : numberOf(typed);
    return number === null ? null : number * scale;
  };
  return {
    ...{ name: name.trim(), metric, statistic, condition },
    where: Object.fromEntries(Object.entries(draft.where).filter(([, value]) => value.trim() !== "")),
    threshold: scaled(threshold),
    clearThreshold: scaled(clear),
    forMinutes: Number(forMinutes),
    clearForMinutes: Number(clearForMinutes),
    destinations: draft.destinations.length === 0 ? null : [...draft.destinations],
  };
}

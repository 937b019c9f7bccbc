import type { Alert, AlertRule } from "#shared/usage/alerts/contract.ts";
import type { MetricName, Unit } from "#shared/usage/metrics/contract.ts";
import { processMessages } from "../../messages/english/processes.ts";
import { alertMessages as text } from "../../messages/english/usage/alerts.ts";
import { usageMessages } from "../../messages/english/usage/usage.ts";
import { byteSize } from "../../ui/values/byte-size.tsx";

/** Returns a value with its unit. Sums are per minute. */
export function valueText(value: number, { unit, statistic }: Pick<Alert, "unit" | "statistic">): string {
  const shown = withUnit(value, unit);
  return statistic === "sum" ? text.aMinute(shown) : shown;
}

function withUnit(value: number, unit: Unit): string {
  if (unit === "bytes") return byteSize(Math.round(value));
  if (unit === "bytesPerSecond") return text.units.perSecond(byteSize(Math.round(value)));
  return text.units[unit](Number(value.toPrecision(4)).toLocaleString());
}

/** Returns a rule as a sentence. */
export function ruleText(alert: Pick<Alert, "unit"> & AlertRule): string {
  const { metric, statistic, condition, threshold, forMinutes } = alert;
  const of = Object.entries(alert.where).map(([label, value]) => labelText(metric, label, value));
  const series = of.length > 0 ? `${text.metrics[metric]} (${of.join(", ")})` : text.metrics[metric];
  const what = [series, text.statistics[statistic]].filter(Boolean).join(", ");
  if (condition === "absent") return text.sentence.absent(what, forMinutes);
  return text.sentence[condition](what, valueText(threshold ?? 0, alert), forMinutes);
}

/** Returns true for metrics that count jobs, whose outcomes are their final states. */
export function isOfJobs(metric: MetricName): boolean {
  return metric === "jobs" || metric === "jobTime";
}

/** Returns the names of a metric's outcomes. */
export function outcomesOf(metric: MetricName): Readonly<Record<string, string>> {
  return isOfJobs(metric) ? jobOutcomes : usageMessages.outcomes;
}

const { queued: _queued, running: _running, ...jobOutcomes } = processMessages.states;

function labelText(metric: MetricName, label: string, value: string): string {
  if (label === "api") return usageMessages.apis[value as keyof typeof usageMessages.apis] ?? value;
  if (label === "outcome") return outcomesOf(metric)[value] ?? value;
  if (label === "code") return usageMessages.code(value);
  return value;
}

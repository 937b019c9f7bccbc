import type { Alert, AlertRule } from "#shared/usage/alerts/contract.ts";
import type { Unit } from "#shared/usage/metrics/contract.ts";
import { alertMessages as text } from "../../messages/usage/alerts.ts";
import { usageMessages } from "../../messages/usage/usage.ts";
import { byteSize } from "../../ui/values/byte-size.tsx";

/** A value with its unit. Sums are of a minute. */
export function valueText(value: number, { unit, statistic }: Pick<Alert, "unit" | "statistic">): string {
  const shown = withUnit(value, unit);
  return statistic === "sum" ? text.aMinute(shown) : shown;
}

function withUnit(value: number, unit: Unit): string {
  if (unit === "bytes") return byteSize(Math.round(value));
  if (unit === "bytesPerSecond") return text.units.perSecond(byteSize(Math.round(value)));
  return text.units[unit](Number(value.toPrecision(4)).toLocaleString());
}

/** What a rule says, in a sentence. */
export function ruleText(alert: Pick<Alert, "unit"> & AlertRule): string {
  const { metric, statistic, condition, threshold, forMinutes } = alert;
  const of = Object.entries(alert.where).map(([label, value]) => labelText(label, value));
  const series = of.length > 0 ? `${text.metrics[metric]} (${of.join(", ")})` : text.metrics[metric];
  const what = [series, text.statistics[statistic]].filter(Boolean).join(", ");
  if (condition === "absent") return text.sentence.absent(what, forMinutes);
  return text.sentence[condition](what, valueText(threshold ?? 0, alert), forMinutes);
}

function labelText(label: string, value: string): string {
  if (label === "api") return usageMessages.apis[value as keyof typeof usageMessages.apis] ?? value;
  if (label === "outcome") return usageMessages.outcomes[value as keyof typeof usageMessages.outcomes] ?? value;
  if (label === "code") return usageMessages.code(value);
  return value;
}

import { ServiceError } from "#shared/contract/errors.ts";
import { stepSeconds } from "./contract.ts";
import { type LabelName, type MetricName, metricOf } from "./metrics/contract.ts";
import { dayMs, hourMs } from "./period.ts";
import { daysKeptMs, hoursKeptMs, minutesShownMs } from "./store.ts";

/** Periods that figures are read from. */
export type Source = "minutes" | "hours" | "days";

/** Time range in steps, in milliseconds since the epoch. */
export interface Window {
  readonly from: number;
  readonly to: number;
  readonly stepMs: number;
  readonly source: Source;
}

const maxSteps = 3_000;
/** Approximate number of steps that a chart shows well. */
const usualSteps = 150;

/**
 * Returns the window for a query.
 * @throws ServiceError usage_range_refused
 */
export function windowOf(
  asked: { readonly from?: string | undefined; readonly to?: string | undefined; readonly step?: number | undefined },
  now: number,
): Window {
  const end = asked.to === undefined ? now : Date.parse(asked.to);
  const begin = asked.from === undefined ? end - dayMs : Date.parse(asked.from);
  if (begin >= end) throw refused("`from` must be before `to`");
  const stepMs = asked.step === undefined ? usualStep(begin, end, now) : asked.step * 1000;
  const window = {
    from: Math.floor(begin / stepMs) * stepMs,
    to: Math.ceil(end / stepMs) * stepMs,
    stepMs,
    source: sourceOf(stepMs),
  };
  const steps = (window.to - window.from) / stepMs;
  if (steps > maxSteps) throw refused(`the range has ${steps} steps`);
  if (asked.step !== undefined && window.from + stepMs <= now - keptMs(window.source))
    throw refused(`${window.source} are not kept that long`);
  return window;
}

function usualStep(begin: number, end: number, now: number): number {
  const fitting = stepSeconds
    .map((seconds) => seconds * 1000)
    .find((stepMs) => (end - begin) / stepMs <= usualSteps && begin >= now - keptMs(sourceOf(stepMs)) - stepMs);
  return fitting ?? dayMs;
}

function sourceOf(stepMs: number): Source {
  if (stepMs < hourMs) return "minutes";
  return stepMs < dayMs ? "hours" : "days";
}

function keptMs(source: Source): number {
  return { minutes: minutesShownMs, hours: hoursKeptMs, days: daysKeptMs }[source];
}

function refused(text: string): ServiceError {
  return new ServiceError("usage_range_refused", { text });
}

/** @throws ServiceError usage_label_unknown if the metric doesn't have one of these labels */
export function requireLabels(metric: MetricName, asked: readonly LabelName[]): void {
  const { labels } = metricOf(metric);
  const unknown = asked.filter((label) => !labels.includes(label));
  if (unknown.length === 0) return;
  const text = `${metric} has the labels ${labels.join(", ")}, but not ${unknown.join(", ")}`;
  throw new ServiceError("usage_label_unknown", { text });
}

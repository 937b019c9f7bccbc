import type { UsageGap, UsageSeries } from "#shared/usage/contract.ts";
import { usageMessages } from "../../messages/english/usage/usage.ts";
import type { ChartData, ChartMark, ChartSeries } from "../../ui/charts/chart-data.ts";
import { lookOf, type NameOf, seriesName } from "./series-names.ts";
import { weekMs } from "./usage-view.ts";

const text = usageMessages;

/** Part of the service's answer that charts need. */
export interface Figures {
  readonly from: string;
  readonly stepSeconds: number;
  readonly countedTo: string;
  readonly gaps: readonly UsageGap[];
  readonly series: readonly UsageSeries[];
}

/** Returns the figures of a range as a chart, with those of a week ago as an overlay. */
export function chartOf(
  figures: readonly [Figures, ...Figures[]],
  {
    series,
    weekAgo,
    marks = [],
  }: {
    readonly series: readonly ChartSeries[];
    readonly weekAgo?: ChartSeries | undefined;
    readonly marks?: readonly ChartMark[];
  },
): ChartData {
  const [first] = figures;
  const gaps = first.gaps.map(({ from, to, reason }) => ({
    from: Date.parse(from),
    to: Date.parse(to),
    text: text.gaps[reason],
  }));
  const end = Date.parse(first.countedTo);
  const starts = first.gaps
    .filter(({ reason, to }) => reason === "stopped" && Date.parse(to) < end)
    .map(({ to }) => ({ at: Date.parse(to), text: text.started }));
  return {
    from: Date.parse(first.from),
    stepMs: first.stepSeconds * 1_000,
    countedTo: Math.min(...figures.map(({ countedTo }) => Date.parse(countedTo))),
    series: weekAgo === undefined ? series : [...series, weekAgo],
    gaps,
    marks: [...marks, ...starts],
  };
}

/** Returns a series of calls for each group. */
export function callSeries({ series }: Figures, nameOf: NameOf): readonly ChartSeries[] {
  return series.map((each, place) => ({
    name: seriesName(each, nameOf, text.others),
    values: each.values,
    total: each.total,
    look: lookOf(each, place),
  }));
}

/** Returns the errors of FileMaker Server by number, and the service's refusals by name. */
export function errorSeries(errors: Figures, refusals: Figures | undefined): readonly ChartSeries[] {
  const named = (figures: Figures | undefined, others: string) =>
    (figures?.series ?? []).map((each) => ({ ...each, name: seriesName(each, () => undefined, others) }));
  return [...named(errors, text.otherErrors), ...named(refusals, text.otherRefusals)].map(
    ({ name, values, total }, look) => ({ name, values, total, look }),
  );
}

/** Returns a series for each requested percentile. */
export function percentileSeries(
  { series }: Figures,
  shown: readonly ("p50" | "p95" | "p99")[],
): readonly ChartSeries[] {
  return shown.flatMap((statistic, look) => {
    const found = series.find((each) => each.statistic === statistic);
    return found === undefined
      ? []
      : [{ name: text.percentiles[statistic], values: found.values, total: found.total, look }];
  });
}

/**
 * Returns the figures of a week ago in the steps of a chart. If they are only stored in longer steps, a counter's value is spread evenly
 * over the shorter steps, and a percentile is repeated.
 */
export function weekAgoSeries(
  weekAgo: Figures,
  statistic: "sum" | "p50" | "p95",
  chart: Pick<Figures, "from" | "stepSeconds" | "series">,
): ChartSeries | undefined {
  const found = weekAgo.series.find((each) => each.statistic === statistic);
  if (found === undefined) return undefined;
  const steps = chart.series[0]?.values.length ?? 0;
  const [from, before] = [Date.parse(chart.from) - weekMs, Date.parse(weekAgo.from)];
  const share = statistic === "sum" ? chart.stepSeconds / weekAgo.stepSeconds : 1;
  return {
    name: text.weekAgo[statistic],
    total: found.total,
    look: 0,
    isReference: true,
    values: Array.from({ length: steps }, (_, step) => {
      const moment = from + step * chart.stepSeconds * 1_000;
      const value = found.values[Math.floor((moment - before) / (weekAgo.stepSeconds * 1_000))] ?? null;
      return value === null ? null : value * share;
    }),
  };
}

/**
 * Returns the time since when all calls have failed, and their number, from calls by outcome. Undefined: the last calls were successful, or
 * there were none.
 */
export function failingSince({
  from,
  stepSeconds,
  series,
}: Figures): { readonly at: number; readonly calls: number } | undefined {
  const good = series.find(({ labels }) => labels.outcome === "answered")?.values ?? [];
  const bad = series.filter(({ labels }) => labels.outcome !== "answered" && labels.outcome !== "abandoned");
  let calls = 0;
  let first: number | undefined;
  const steps = series[0]?.values.length ?? 0;
  for (let step = steps - 1; step >= 0; step -= 1) {
    if ((good[step] ?? 0) > 0) break;
    const failed = bad.reduce((sum, { values }) => sum + (values[step] ?? 0), 0);
    if (failed > 0) [first, calls] = [step, calls + failed];
  }
  return first === undefined ? undefined : { at: Date.parse(from) + first * stepSeconds * 1_000, calls };
}

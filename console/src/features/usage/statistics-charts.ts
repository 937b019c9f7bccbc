import type { StatisticsSeries } from "#shared/usage/statistics/contract.ts";
import { statisticsMessages } from "../../messages/english/usage/statistics.ts";
import type { ChartData, ChartSeries } from "../../ui/charts/chart-data.ts";
import type { ChartKind, ValueForm } from "../../ui/charts/scale.ts";
import { byteSize } from "../../ui/values/byte-size.tsx";
import { rangeStart, type UsageRange, usageRanges } from "./usage-view.ts";

const text = statisticsMessages;
const short = (value: number) => Number(value.toPrecision(3)).toLocaleString();
const percent: ValueForm = { format: (value) => text.percent(short(value)) };
const milliseconds: ValueForm = { format: (value) => text.milliseconds(short(value)) };

/** Charts of the server and its machine, each with metrics in the same unit. */
export const statisticsCharts = {
  clients: { metrics: ["clients"], kind: "areas", form: { format: short, leastStep: 1 } },
  disks: { metrics: ["hostDisk"], kind: "lines", form: percent },
  times: { metrics: ["elapsedPerCall", "waitPerCall", "ioPerCall"], kind: "lines", form: milliseconds },
  calls: { metrics: ["remoteCalls"], kind: "areas", form: { format: short } },
  machine: { metrics: ["hostProcessor", "hostMemory"], kind: "lines", form: percent },
  cache: { metrics: ["cacheHit", "cacheUnsaved"], kind: "lines", form: percent },
  network: {
    metrics: ["networkIn", "networkOut", "diskRead", "diskWritten"],
    kind: "lines",
    form: { format: (value: number) => text.perSecond(byteSize(Math.round(value))), isBinary: true },
  },
} as const satisfies Readonly<Record<string, StatisticsChart>>;
export type StatisticsChartName = keyof typeof statisticsCharts;

interface StatisticsChart {
  readonly metrics: readonly (keyof typeof text.metrics)[];
  readonly kind: ChartKind;
  readonly form: ValueForm;
}

/** Returns the request for charts. */
export function statisticsQuestion(names: readonly StatisticsChartName[], range: UsageRange, now: number) {
  return {
    metrics: names.flatMap((name) => statisticsCharts[name].metrics).join(","),
    step: usageRanges[range].stepMs / 1_000,
    ...(range !== "24h" && { from: new Date(rangeStart(range, now)).toISOString() }),
  };
}

/** Returns the answer as one of the charts: averages, with a series for each metric or disk. */
export function statisticsChart(
  name: StatisticsChartName,
  answer: {
    readonly from: string;
    readonly stepSeconds: number;
    readonly countedTo: string;
    readonly series: readonly StatisticsSeries[];
  },
): ChartData {
  const { metrics }: StatisticsChart = statisticsCharts[name];
  const series = answer.series
    .filter(({ metric, statistic }) => statistic === "average" && metrics.some((own) => own === metric))
    .map(
      ({ metric, labels, values, total }, look): ChartSeries => ({
        name: labels.folder ?? text.metrics[metric as keyof typeof text.metrics],
        values,
        total,
        look,
      }),
    );
  return {
    from: Date.parse(answer.from),
    stepMs: answer.stepSeconds * 1_000,
    countedTo: Date.parse(answer.countedTo),
    series,
    gaps: [],
    marks: [],
  };
}

import * as z from "zod";
import { resource } from "#shared/contract/operation.ts";
import { Cursor, Limit, Timestamp, timestamp } from "#shared/contract/scalars.ts";
import { labelNames, labels, MetricKind, Statistic, Unit, usageMetricNames, usageMetrics } from "./metrics/contract.ts";

/** Supported step lengths in seconds. Each divides a day evenly. */
export const stepSeconds = [60, 300, 600, 900, 1_800, 3_600, 10_800, 21_600, 43_200, 86_400] as const;

export const Step = z.coerce
  .number()
  .pipe(z.literal(stepSeconds))
  .describe("Length of a step in seconds. Steps begin at round times in UTC.");

export const UsageMetric = z.enum(usageMetricNames).describe(
  `Metric. ${Object.entries(usageMetrics)
    .map(([name, { text, labels: own }]) => `\`${name}\`: ${text}, by ${own.join(", ")}.`)
    .join(" ")}`,
);

/** Values of one group and statistic over time. */
export const UsageSeries = z.object({
  labels: z
    .partialRecord(z.enum(labelNames), z.string())
    .describe("Labels of the series: a value for each label of `by`. Empty for the series of all other calls."),
  isRest: z.boolean().describe("True if this series combines all series beyond `top`."),
  statistic: Statistic,
  total: z
    .number()
    .nullable()
    .describe("The statistic over the whole range: percentiles of all calls, not the average of percentiles."),
  values: z
    .array(z.number().nullable())
    .describe(
      "A value per step, starting at `from`. Null if nothing was counted; for percentiles and gauges also if there were no values.",
    ),
});
export type UsageSeries = z.infer<typeof UsageSeries>;

/** Time for which data is incomplete. */
export const UsageGap = z.object({
  from: Timestamp.describe("Start time."),
  to: Timestamp.describe("End time."),
  reason: z
    .enum(["stopped", "lost"])
    .describe(
      "`stopped`: the service wasn't running, so there were no calls. `lost`: the service crashed, and calls of this time can be missing.",
    ),
});
export type UsageGap = z.infer<typeof UsageGap>;

const Filter = z.string().min(1).max(300).optional();

export const usage = resource({
  getUsage: {
    method: "GET",
    path: "/svc/api/usage",
    summary: "Get usage over time: calls, errors, bytes and durations",
    description:
      "One metric over a time range in equal steps: as one series, or as a series for each combination of the labels in `by`. " +
      "The series with the largest totals come first; `top` combines all others, and without it the list continues with `cursor`. " +
      "Values are kept per minute for a day, per hour for 60 days and per day for two years. " +
      "They are available within a minute, on AWS within three. `gaps` lists times that weren't counted, as opposed to times without calls. " +
      "For clients that accept `text/csv` the response is a table with a row per step and a column per series.",
    access: "admin",
    input: z.object({
      metric: UsageMetric,
      from: Timestamp.optional().describe("Start time, rounded down to a step. Default: a day before `to`."),
      to: Timestamp.optional().describe("End time, rounded up to a step. Default: now."),
      step: Step.optional().describe(
        `Length of a step in seconds: ${stepSeconds.join(", ")}. Default: a length that makes about 150 steps at most. Steps begin at round times in UTC.`,
      ),
      by: z
        .string()
        .max(100)
        .transform((text) => text.split(","))
        .pipe(z.array(z.enum(labelNames)).max(labelNames.length))
        .optional()
        .describe("Labels to group by, separated by commas: `key,outcome`."),
      top: z.coerce
        .number()
        .int()
        .min(1)
        .max(100)
        .optional()
        .describe("Number of groups with the largest totals to return; all others are combined into one."),
      key: Filter.describe(`Filter by label. ${labels.key}`),
      file: Filter.describe(`Filter by label. ${labels.file}`),
      api: Filter.describe(`Filter by label. ${labels.api}`),
      method: Filter.describe(`Filter by label. ${labels.method}`),
      outcome: Filter.describe(`Filter by label. ${labels.outcome}`),
      code: Filter.describe(`Filter by label. ${labels.code}`),
      error: Filter.describe(`Filter by label. ${labels.error}`),
      webhook: Filter.describe(`Filter by label. ${labels.webhook}`),
      kind: Filter.describe(`Filter by label. ${labels.kind}`),
      server: Filter.describe(`Filter by label. ${labels.server}`),
      tool: Filter.describe(`Filter by label. ${labels.tool}`),
      limit: Limit.optional().describe("Page size in groups, without `top`. Default: 100."),
      cursor: Cursor.optional(),
    }),
    output: z.object({
      metric: UsageMetric,
      kind: MetricKind,
      unit: Unit.describe("Unit of the values."),
      from: Timestamp.describe("Start of the first step."),
      to: Timestamp.describe("End of the last step. Can be in the future."),
      stepSeconds: z.int().describe("Length of a step in seconds."),
      countedTo: Timestamp.describe("Time up to which everything is counted. A step that ends later isn't complete."),
      gaps: z.array(UsageGap).describe("Times within the range with incomplete data, in order."),
      series: z.array(UsageSeries).describe("The series: one per group and statistic."),
      groups: z.int().describe("Total number of groups."),
      cursor: Cursor.nullable(),
    }),
    table: usageTable,
    errors: ["usage_range_refused", "usage_label_unknown"],
    example: {
      input: {
        metric: "calls",
        from: "2026-11-20T06:00:00.000Z",
        to: "2026-11-20T09:00:00.000Z",
        step: 3600,
        by: "outcome",
      },
      output: {
        metric: "calls",
        kind: "counter",
        unit: "calls",
        from: "2026-11-20T06:00:00.000Z",
        to: "2026-11-20T09:00:00.000Z",
        stepSeconds: 3600,
        countedTo: "2026-11-20T08:59:00.000Z",
        gaps: [{ from: "2026-11-20T07:12:00.000Z", to: "2026-11-20T07:13:00.000Z", reason: "lost" }],
        series: [
          { labels: { outcome: "answered" }, isRest: false, statistic: "sum", total: 611, values: [201, 198, 212] },
          { labels: { outcome: "rejected" }, isRest: false, statistic: "sum", total: 14, values: [0, 14, 0] },
        ],
        groups: 2,
        cursor: null,
      },
    },
  },
});

/** Returns the response as a table: a row for each step, a column for each series. */
function usageTable({
  from,
  stepSeconds: seconds,
  metric,
  unit,
  series,
}: {
  readonly from: string;
  readonly stepSeconds: number;
  readonly metric: string;
  readonly unit: string;
  readonly series: readonly UsageSeries[];
}): (string | number | null)[][] {
  const columns = series.map(({ labels: own, isRest, statistic }) =>
    [metric, ...(isRest ? ["all others"] : Object.values(own)), statistic, `(${unit})`].join(" "),
  );
  const steps = series[0]?.values ?? [];
  return [
    ["from", ...columns],
    ...steps.map((_, step) => [
      timestamp(Date.parse(from) + step * seconds * 1000),
      ...series.map(({ values }) => values[step] ?? null),
    ]),
  ];
}

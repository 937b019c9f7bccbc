import * as z from "zod";
import { resource } from "#shared/contract/operation.ts";
import { Cursor, Limit, Timestamp, timestamp } from "#shared/contract/scalars.ts";
import { labelNames, labels, MetricKind, Statistic, Unit, usageMetricNames, usageMetrics } from "./metrics/contract.ts";

/** Supported step lengths in seconds. Each divides a day evenly. */
export const stepSeconds = [60, 300, 600, 900, 1_800, 3_600, 10_800, 21_600, 43_200, 86_400] as const;

export const Step = z.coerce
  .number()
  .pipe(z.literal(stepSeconds))
  .describe("The length of a step in seconds. Steps begin at round moments in UTC.");

export const UsageMetric = z.enum(usageMetricNames).describe(
  `What is asked for. ${Object.entries(usageMetrics)
    .map(([name, { text, labels: own }]) => `\`${name}\`: ${text}, by ${own.join(", ")}.`)
    .join(" ")}`,
);

/** Values of one group and statistic over time. */
export const UsageSeries = z.object({
  labels: z
    .partialRecord(z.enum(labelNames), z.string())
    .describe("What the series is about: a value for each label of `by`. Empty for the series of all that is left."),
  isRest: z.boolean().describe("Whether it is everything beyond the series that `top` asks for, together."),
  statistic: Statistic,
  total: z
    .number()
    .nullable()
    .describe("The same over the whole range: percentiles of all calls, not the average of percentiles."),
  values: z
    .array(z.number().nullable())
    .describe(
      "A value for each step, beginning with `from`. Null where nobody counted, and for percentiles and gauges also where there was nothing to count.",
    ),
});
export type UsageSeries = z.infer<typeof UsageSeries>;

/** Time for which data is incomplete. */
export const UsageGap = z.object({
  from: Timestamp.describe("Where it begins."),
  to: Timestamp.describe("Where it ends."),
  reason: z
    .enum(["stopped", "lost"])
    .describe(
      "`stopped`: the service was not running, so there were no calls. `lost`: it ended without notice, and calls of this time may be missing.",
    ),
});
export type UsageGap = z.infer<typeof UsageGap>;

const Filter = z.string().min(1).max(300).optional();

export const usage = resource({
  getUsage: {
    method: "GET",
    path: "/svc/api/usage",
    summary: "Read figures over time: calls, errors, bytes and waiting times",
    description:
      "One metric over a range of time in equal steps: all of it as one series, or a series for each value of the labels in `by`. " +
      "Series with the largest totals come first; `top` puts all others together, and without it a list goes on with `cursor`. " +
      "Figures are kept for a day by the minute, for 60 days by the hour and for two years by the day. " +
      "They follow within a minute, on AWS within three. `gaps` tells a time without calls from a time that nobody counted. " +
      "Callers that accept `text/csv` get a table, with a row for each step and a column for each series.",
    access: "admin",
    input: z.object({
      metric: UsageMetric,
      from: Timestamp.optional().describe("The beginning, rounded down to a step. By default a day before `to`."),
      to: Timestamp.optional().describe("The end, rounded up to a step. By default now."),
      step: Step.optional().describe(
        `The length of a step in seconds: ${stepSeconds.join(", ")}. By default one that makes at most some 150 steps. Steps begin at round moments in UTC.`,
      ),
      by: z
        .string()
        .max(100)
        .transform((text) => text.split(","))
        .pipe(z.array(z.enum(labelNames)).max(labelNames.length))
        .optional()
        .describe("Labels to tell series apart by, separated by commas: `key,outcome`."),
      top: z.coerce
        .number()
        .int()
        .min(1)
        .max(100)
        .optional()
        .describe("Answer only so many groups, those with the largest totals, and all others together as one."),
      key: Filter.describe(`Only figures with this label. ${labels.key}`),
      file: Filter.describe(`Only figures with this label. ${labels.file}`),
      api: Filter.describe(`Only figures with this label. ${labels.api}`),
      method: Filter.describe(`Only figures with this label. ${labels.method}`),
      outcome: Filter.describe(`Only figures with this label. ${labels.outcome}`),
      code: Filter.describe(`Only figures with this label. ${labels.code}`),
      error: Filter.describe(`Only figures with this label. ${labels.error}`),
      webhook: Filter.describe(`Only figures with this label. ${labels.webhook}`),
      kind: Filter.describe(`Only figures with this label. ${labels.kind}`),
      server: Filter.describe(`Only figures with this label. ${labels.server}`),
      tool: Filter.describe(`Only figures with this label. ${labels.tool}`),
      limit: Limit.optional().describe("How many groups to answer at most where `top` is not said; 100 by default."),
      cursor: Cursor.optional(),
    }),
    output: z.object({
      metric: UsageMetric,
      kind: MetricKind,
      unit: Unit.describe("What the values are counted in."),
      from: Timestamp.describe("Where the first step begins."),
      to: Timestamp.describe("Where the last step ends. It may lie ahead."),
      stepSeconds: z.int().describe("The length of a step."),
      countedTo: Timestamp.describe("Everything before is counted. A step that ends behind it is not finished."),
      gaps: z.array(UsageGap).describe("Times within the range of which not everything is known, in order."),
      series: z.array(UsageSeries).describe("The series: one for each group and statistic."),
      groups: z.int().describe("How many groups there are in all."),
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

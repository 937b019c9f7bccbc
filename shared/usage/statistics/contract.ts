import * as z from "zod";
import { resource } from "#shared/contract/operation.ts";
import { Timestamp, timestamp } from "#shared/contract/scalars.ts";
import { Step, stepSeconds, UsageSeries } from "../contract.ts";
import { metricOf, statisticsMetricNames, statisticsMetrics, topCallGroupings, Unit } from "../metrics/contract.ts";

export const StatisticsMetric = z
  .enum(statisticsMetricNames)
  .describe("Metric. `GET /svc/api/statistics` lists the metrics.");

const StatisticsSeries = UsageSeries.omit({ isRest: true }).extend({
  metric: StatisticsMetric,
  unit: Unit.describe("Unit of the values."),
});
export type StatisticsSeries = z.infer<typeof StatisticsSeries>;

const StatisticsState = z.object({
  server: z.boolean().describe("True if Stats.log and the machine are read every minute."),
  topCalls: z
    .boolean()
    .describe(
      "True if FileMaker Server writes its slowest calls to TopCallStats.log, and Latchkey keeps this enabled.",
    ),
  readTo: Timestamp.nullable().describe("Time up to which Stats.log was read; null if nothing was read yet."),
  lastServerLineAt: Timestamp.nullable().describe("Time of FileMaker Server's last known write to Stats.log."),
  lastTopCallLineAt: Timestamp.nullable().describe("Time of FileMaker Server's last known write to TopCallStats.log."),
  trouble: z
    .string()
    .nullable()
    .describe(
      "Reason why FileMaker Server's statistics couldn't be enabled again after they stopped; null if there is no problem.",
    ),
});
export type StatisticsState = z.infer<typeof StatisticsState>;

const Took = {
  elapsedMs: z.number().describe("Duration in milliseconds, up to now for a running call. For a group: total."),
  waitMs: z.number().describe("Time spent waiting for other threads and resources within the range, in milliseconds."),
  ioMs: z.number().describe("Time spent reading and writing the disk within the range, in milliseconds."),
  receivedBytes: z.number().describe("Bytes that FileMaker Server received for the call within the range."),
  sentBytes: z.number().describe("Bytes that FileMaker Server sent for the call within the range."),
};

const TopCall = z.object({
  startedAt: Timestamp.describe("Start time, accurate to the interval of the log, usually 30 seconds."),
  isRunning: z.boolean().describe("True if the call was still running in its last log line."),
  operation: z.string().describe("Name of the operation, as in FileMaker Server."),
  target: z.string().describe("Target of the operation, as FileMaker Server writes it."),
  file: z.string().describe("The file. Empty if there is none."),
  table: z.string().nullable().describe("Name or number of the table; null if there is none."),
  layout: z.string().nullable().describe("The layout; null if there is none."),
  client: z
    .string()
    .describe("The client, as FileMaker Server writes it: a name, an address or a session. Personal data."),
  ...Took,
});

const TopCallGroup = z.object({
  name: z.string().describe("Name of the file, table, layout, client or operation."),
  file: z.string().nullable().describe("File of the table or layout."),
  calls: z.int().describe("Number of logged calls."),
  longestMs: z.number().describe("Duration of the longest call in milliseconds."),
  ...Took,
});

const stateExample = {
  server: true,
  topCalls: true,
  readTo: "2026-11-20T09:15:00.000Z",
  lastServerLineAt: "2026-11-20T09:15:02.114Z",
  lastTopCallLineAt: "2026-11-20T09:15:02.114Z",
  trouble: null,
} as const;

const switchErrors = [
  "account_needed",
  "agent_unavailable",
  "stored_credentials_refused",
  "statistics_not_switched",
] as const;

export const statistics = resource({
  getStatistics: {
    method: "GET",
    path: "/svc/api/statistics",
    summary: "Get statistics of FileMaker Server and its host over time",
    description:
      "Values that FileMaker Server writes to Stats.log, and processor, memory and disks of its machine, over a time range in equal steps: average, minimum and maximum of each metric. " +
      "While statistics are enabled they are read every minute and available within two minutes. They are kept per minute for four days (a request returns at most one day), per hour for 60 days and per day for two years. " +
      `FileMaker Server's times are averages; there are no percentiles. Metrics: ${Object.entries(statisticsMetrics)
        .map(([name, { text, unit }]) => `\`${name}\`: ${text}, in ${unit}.`)
        .join(" ")} ` +
      "For clients that accept `text/csv` the response is a table with a row per step and a column per series.",
    access: "admin",
    input: z.object({
      metrics: z
        .string()
        .max(1000)
        .transform((text) => text.split(","))
        .pipe(z.array(StatisticsMetric).min(1).max(statisticsMetricNames.length))
        .describe("Metrics, separated by commas: `cacheHit,clients`."),
      from: Timestamp.optional().describe("Start time, rounded down to a step. Default: a day before `to`."),
      to: Timestamp.optional().describe("End time, rounded up to a step. Default: now."),
      step: Step.optional().describe(
        `Length of a step in seconds: ${stepSeconds.join(", ")}. Default: a length that makes about 150 steps at most. Steps begin at round times in UTC.`,
      ),
    }),
    output: z.object({
      from: Timestamp.describe("Start of the first step."),
      to: Timestamp.describe("End of the last step. Can be in the future."),
      stepSeconds: z.int().describe("Length of a step in seconds."),
      countedTo: Timestamp.describe("Time up to which all values are read. A step that ends later isn't complete."),
      series: z
        .array(StatisticsSeries)
        .describe("The series: one per metric, folder and statistic. A value is null if nothing was read."),
    }),
    table: statisticsTable,
    errors: ["usage_range_refused"],
    example: {
      input: {
        metrics: "cacheHit",
        from: "2026-11-20T06:00:00.000Z",
        to: "2026-11-20T09:00:00.000Z",
        step: 3600,
      },
      output: {
        from: "2026-11-20T06:00:00.000Z",
        to: "2026-11-20T09:00:00.000Z",
        stepSeconds: 3600,
        countedTo: "2026-11-20T08:59:00.000Z",
        series: [
          {
            metric: "cacheHit",
            unit: "percent",
            labels: {},
            statistic: "average",
            total: 98.2,
            values: [99.1, null, 97.3],
          },
          { metric: "cacheHit", unit: "percent", labels: {}, statistic: "least", total: 91, values: [97, null, 91] },
          { metric: "cacheHit", unit: "percent", labels: {}, statistic: "most", total: 100, values: [100, null, 100] },
        ],
      },
    },
  },
  getStatisticsState: {
    method: "GET",
    path: "/svc/api/statistics/state",
    summary: "Get the state of FileMaker Server's statistics",
    access: "admin",
    input: z.object({}),
    output: StatisticsState,
    errors: [],
    example: { output: stateExample },
  },
  changeStatistics: {
    method: "PUT",
    path: "/svc/api/statistics/state",
    summary: "Enable or disable FileMaker Server's statistics",
    description:
      "The agent enables them with fmsadmin. Some are disabled after each start of the Database Server; Latchkey enables them again within a minute of a start, and if a log had no new lines for five minutes, with the account of a stored Admin API key. " +
      "Usage statistics cost almost nothing: a line every 30 seconds, 2,880 a day. The cost of top calls isn't published; they write up to 25 lines every 30 seconds, 72,000 a day, and can become a server's largest logs. Enable them while you investigate a problem, and disable them afterwards. Their lines contain client names, which are personal data. " +
      "If you disable `server`, Latchkey stops reading Stats.log, and FileMaker Server continues to write it.",
    access: "admin",
    input: z.object({
      server: z.boolean().optional().describe("Read Stats.log and the machine every minute. Default: unchanged."),
      topCalls: z.boolean().optional().describe("Write the slowest calls to TopCallStats.log. Default: unchanged."),
    }),
    output: StatisticsState,
    changes: () => "statistics",
    errors: switchErrors,
    example: { input: { server: true, topCalls: true }, output: stateExample },
  },
  getTopCalls: {
    method: "GET",
    path: "/svc/api/statistics/top-calls",
    summary: "List FileMaker Server's slowest calls",
    description:
      "Reads TopCallStats.log and its rotated files. A long call that is logged many times is returned once. " +
      "`by` groups calls by file, table, layout, client or operation, sorted by total time. Only logged calls are included: at most the 25 longest of each 30 seconds.",
    access: "admin",
    input: z.object({
      from: Timestamp.optional().describe("Start time. Default: an hour before `to`."),
      to: Timestamp.optional().describe("End time. Default: now."),
      by: z.enum(topCallGroupings).optional().describe("Grouping of the calls. Default: no groups."),
      top: z.coerce.number().int().min(1).max(50).default(20).describe("Maximum number of calls and groups."),
    }),
    output: z.object({
      from: Timestamp.describe("Start time."),
      to: Timestamp.describe("The end."),
      calls: z.array(TopCall).describe("The slowest calls, slowest first."),
      groups: z.array(TopCallGroup).describe("Groups of calls, sorted by total time, longest first."),
      callCount: z.int().describe("Total number of calls."),
      groupCount: z.int().describe("Total number of groups."),
      isPartial: z
        .boolean()
        .describe(
          "True if the range has more than 100,000 lines: only the first ones are included. Use a shorter range.",
        ),
    }),
    table: topCallTable,
    errors: ["usage_range_refused", "agent_unavailable"],
    example: {
      input: { from: "2026-11-20T08:00:00.000Z", to: "2026-11-20T09:00:00.000Z", by: "layout", top: 1 },
      output: {
        from: "2026-11-20T08:00:00.000Z",
        to: "2026-11-20T09:00:00.000Z",
        calls: [
          {
            startedAt: "2026-11-20T08:12:31.000Z",
            isRunning: false,
            operation: "Find",
            target: "Contacts::List",
            file: "Contacts",
            table: null,
            layout: "List",
            client: "Jo (mac-12) [10.0.0.5]",
            elapsedMs: 61_200,
            waitMs: 120,
            ioMs: 48_010,
            receivedBytes: 412,
            sentBytes: 88_120,
          },
        ],
        groups: [
          {
            name: "List",
            file: "Contacts",
            calls: 14,
            longestMs: 61_200,
            elapsedMs: 94_300,
            waitMs: 310,
            ioMs: 61_020,
            receivedBytes: 5_120,
            sentBytes: 912_000,
          },
        ],
        callCount: 41,
        groupCount: 3,
        isPartial: false,
      },
    },
  },
});

/** Returns the response as a table: a row for each step, a column for each series. */
function statisticsTable({
  from,
  stepSeconds: seconds,
  series,
}: {
  readonly from: string;
  readonly stepSeconds: number;
  readonly series: readonly StatisticsSeries[];
}): (string | number | null)[][] {
  const columns = series.map(({ metric, labels, statistic }) =>
    [metric, ...Object.values(labels), statistic, `(${metricOf(metric).unit})`].join(" "),
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

/** Returns the groups as a table if there are any, otherwise the calls. */
function topCallTable({
  calls,
  groups,
}: {
  readonly calls: readonly z.infer<typeof TopCall>[];
  readonly groups: readonly z.infer<typeof TopCallGroup>[];
}): (string | number | null)[][] {
  const rows: readonly Readonly<Record<string, unknown>>[] = groups.length > 0 ? groups : calls;
  const schema = groups.length > 0 ? TopCallGroup : TopCall;
  const names = Object.keys(schema.shape);
  const cell = (value: unknown) => (typeof value === "number" || value === null ? value : String(value));
  return [names, ...rows.map((row) => names.map((name) => cell(row[name])))];
}

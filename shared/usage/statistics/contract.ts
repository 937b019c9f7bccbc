import * as z from "zod";
import { resource } from "#shared/contract/operation.ts";
import { Timestamp, timestamp } from "#shared/contract/scalars.ts";
import { Step, stepSeconds, UsageSeries } from "../contract.ts";
import { metricOf, statisticsMetricNames, statisticsMetrics, topCallGroupings, Unit } from "../metrics/contract.ts";

export const StatisticsMetric = z
  .enum(statisticsMetricNames)
  .describe("What was read. `GET /svc/api/statistics` lists what there is.");

const StatisticsSeries = UsageSeries.omit({ isRest: true }).extend({
  metric: StatisticsMetric,
  unit: Unit.describe("What the values are counted in."),
});
export type StatisticsSeries = z.infer<typeof StatisticsSeries>;

const StatisticsState = z.object({
  server: z.boolean().describe("Whether Stats.log and the machine are read every minute."),
  topCalls: z
    .boolean()
    .describe("Whether FileMaker Server writes its slowest calls into TopCallStats.log, and is kept at it."),
  readTo: Timestamp.nullable().describe("What Stats.log says of the time before is read. Null: nothing was read yet."),
  lastServerLineAt: Timestamp.nullable().describe(
    "When FileMaker Server last wrote into Stats.log, as far as is known.",
  ),
  lastTopCallLineAt: Timestamp.nullable().describe("The same of TopCallStats.log."),
  trouble: z
    .string()
    .nullable()
    .describe(
      "Why FileMaker Server's statistics could not be switched on again after they fell silent. Null: nothing is wrong.",
    ),
});
export type StatisticsState = z.infer<typeof StatisticsState>;

const Took = {
  elapsedMs: z.number().describe("How long it took, until now where it goes on. Of a group: together. Milliseconds."),
  waitMs: z.number().describe("How long it waited for other threads and resources within the range. Milliseconds."),
  ioMs: z.number().describe("How long it read and wrote the disk within the range. Milliseconds."),
  receivedBytes: z.number().describe("Bytes that FileMaker Server received for it within the range."),
  sentBytes: z.number().describe("Bytes that FileMaker Server sent for it within the range."),
};

const TopCall = z.object({
  startedAt: Timestamp.describe("When it began, give or take the interval of the log: half a minute, usually."),
  isRunning: z.boolean().describe("Whether it had not ended when it was last written down."),
  operation: z.string().describe("What FileMaker Server calls it."),
  target: z.string().describe("What it was about, as FileMaker Server writes it."),
  file: z.string().describe("The file. Empty where it was about none."),
  table: z.string().nullable().describe("The table, by its name or number. Null where it was about none."),
  layout: z.string().nullable().describe("The layout. Null where it was about none."),
  client: z
    .string()
    .describe("Whose call it was, as FileMaker Server writes it: a name, an address or a session. Personal data."),
  ...Took,
});

const TopCallGroup = z.object({
  name: z.string().describe("The file, table, layout, client or operation."),
  file: z.string().nullable().describe("Of a table or a layout, its file."),
  calls: z.int().describe("How many calls were written down."),
  longestMs: z.number().describe("How long the longest of them took. Milliseconds."),
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
    summary: "Read FileMaker Server's statistics over time, and those of its host",
    description:
      "What FileMaker Server writes into Stats.log, and processor, memory and disks of its machine, over a range of time in equal steps: each metric as its average, least and most. " +
      "They are read every minute while statistics are on, and follow within two minutes. They are kept for four days by the minute, of which a day is answered, for 60 days by the hour and for two years by the day. " +
      `FileMaker Server's times are averages of its own: there are no percentiles of them. Metrics: ${Object.entries(
        statisticsMetrics,
      )
        .map(([name, { text, unit }]) => `\`${name}\`: ${text}, in ${unit}.`)
        .join(" ")} ` +
      "Callers that accept `text/csv` get a table, with a row for each step and a column for each series.",
    access: "admin",
    input: z.object({
      metrics: z
        .string()
        .max(1000)
        .transform((text) => text.split(","))
        .pipe(z.array(StatisticsMetric).min(1).max(statisticsMetricNames.length))
        .describe("What to answer, separated by commas: `cacheHit,clients`."),
      from: Timestamp.optional().describe("The beginning, rounded down to a step. By default a day before `to`."),
      to: Timestamp.optional().describe("The end, rounded up to a step. By default now."),
      step: Step.optional().describe(
        `The length of a step in seconds: ${stepSeconds.join(", ")}. By default one that makes at most some 150 steps. Steps begin at round moments in UTC.`,
      ),
    }),
    output: z.object({
      from: Timestamp.describe("Where the first step begins."),
      to: Timestamp.describe("Where the last step ends. It may lie ahead."),
      stepSeconds: z.int().describe("The length of a step."),
      countedTo: Timestamp.describe("Everything before is read. A step that ends behind it is not finished."),
      series: z
        .array(StatisticsSeries)
        .describe("The series: one for each metric, folder and statistic. A value is null where nothing was read."),
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
    summary: "Read whether FileMaker Server's statistics are on",
    access: "admin",
    input: z.object({}),
    output: StatisticsState,
    errors: [],
    example: { output: stateExample },
  },
  changeStatistics: {
    method: "PUT",
    path: "/svc/api/statistics/state",
    summary: "Switch FileMaker Server's statistics on or off",
    description:
      "Has the agent switch them by fmsadmin, and keeps them on: some are off again after each start of the Database Server, so they are switched on again within a minute of one, and where a log has been silent for five minutes, with the account of a stored Admin API Key. " +
      "The usage statistics cost next to nothing: a line every half a minute, 2,880 a day. What top calls cost is not published; they write up to 25 lines every half a minute, 72,000 a day, and were the largest logs of a server that was looked at. The advice of those who use them: on while you look for something, off again afterwards. Their lines name clients, which is personal data. " +
      "Where `server` is switched off Stats.log is no longer read, and FileMaker Server goes on writing it.",
    access: "admin",
    input: z.object({
      server: z.boolean().optional().describe("Read Stats.log and the machine every minute. Left out: as before."),
      topCalls: z
        .boolean()
        .optional()
        .describe("Have the slowest calls written into TopCallStats.log. Left out: as before."),
    }),
    output: StatisticsState,
    changes: () => "statistics",
    errors: switchErrors,
    example: { input: { server: true, topCalls: true }, output: stateExample },
  },
  getTopCalls: {
    method: "GET",
    path: "/svc/api/statistics/top-calls",
    summary: "Read FileMaker Server's slowest calls",
    description:
      "Reads TopCallStats.log where it lies, and what it was rotated to. A call that stands there many times, because it took long, is answered once. " +
      "`by` puts calls together by file, table, layout, client or operation, those first that took most time together. Only calls that FileMaker Server wrote down are there: at most the 25 longest of each half a minute.",
    access: "admin",
    input: z.object({
      from: Timestamp.optional().describe("The beginning. By default an hour before `to`."),
      to: Timestamp.optional().describe("The end. By default now."),
      by: z.enum(topCallGroupings).optional().describe("What to put calls together by. Left out: there are no groups."),
      top: z.coerce.number().int().min(1).max(50).default(20).describe("How many calls and groups to answer at most."),
    }),
    output: z.object({
      from: Timestamp.describe("The beginning."),
      to: Timestamp.describe("The end."),
      calls: z.array(TopCall).describe("The slowest calls, the slowest first."),
      groups: z.array(TopCallGroup).describe("What calls have in common, the one first that took most time."),
      callCount: z.int().describe("How many calls there are in all."),
      groupCount: z.int().describe("How many groups there are in all."),
      isPartial: z
        .boolean()
        .describe(
          "Whether the range has more than 100,000 lines: then these are those of its beginning. Ask for a shorter one.",
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

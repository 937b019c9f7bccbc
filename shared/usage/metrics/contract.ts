import * as z from "zod";

/**
 * Aggregation of a metric. `counter`: values are summed. `gauge`: readings, as average, minimum and maximum. `sketch`: durations, as
 * percentiles within 1%.
 */
export const MetricKind = z
  .enum(["counter", "gauge", "sketch"])
  .describe(
    "`counter`: values add up. `gauge`: readings, of which the average, the least and the most are known. `sketch`: percentiles, within 1 %.",
  );
export type MetricKind = z.infer<typeof MetricKind>;

/** Unit of a metric. Part of the metric, so that values in different units are never compared. */
export const Unit = z.enum([
  "calls",
  "errors",
  "jobs",
  "bytes",
  "milliseconds",
  "bytesPerSecond",
  "callsPerSecond",
  "percent",
  "clients",
  "files",
]);
export type Unit = z.infer<typeof Unit>;

/** Statistic of a series. */
export const Statistic = z
  .enum(["sum", "average", "least", "most", "p50", "p95", "p99"])
  .describe(
    "What the values are: `sum` of a counter; `average`, `least` and `most` of a gauge; `p50`, `p95` and `p99` of a sketch, half of all calls being faster than `p50`.",
  );
export type Statistic = z.infer<typeof Statistic>;

/** Labels that distinguish series, with their descriptions. */
export const labels = {
  key: "The key, as the audit trail names it: `data-key:7`; `none` where a call showed none that is known.",
  file: "The hosted file with its extension; `none` where a call was about no file, or about none that its key opens.",
  api: "FileMaker Server's API: `data`, `odata`, `admin` or `streaming`.",
  method: "The HTTP method; `other` where it is not one of the usual ones.",
  outcome:
    "`answered`: FileMaker Server answered. `rejected`: it answered with an error of its own. `refused`: we refused the call. `failed`: there was no answer. `abandoned`: the caller left before it. The same of webhooks, of deliveries, of MCP tools and of logins: `rejected` is an error of what is called. Of jobs it is the state that they ended in, such as `done`.",
  code: "FileMaker's error number; `other` where its answer named none.",
  error: "The error's name in our catalogue.",
  webhook: "The webhook's number; `none` where a call was for none that there is, or was not let in.",
  kind: "What is delivered, such as `webhook`, or what a job does, such as `build`.",
  server: "The MCP server's name in its address; `admin-mcp` for the tools of administrators.",
  tool: "The MCP tool's name.",
  folder: "What a folder of the database host holds, such as `databases` or `backups`: it stands for its disk.",
} as const;
export type LabelName = keyof typeof labels;

export const labelNames = Object.keys(labels) as [LabelName, ...LabelName[]];

/** Measured quantity. To add one, add an entry here and count it: storage, responses and documentation follow. */
interface Metric {
  readonly kind: MetricKind;
  readonly unit: Unit;
  readonly labels: readonly LabelName[];
  /** Description for the documentation and for GET /svc/metrics, in one sentence. */
  readonly text: string;
}

const ofCalls = ["key", "file", "api", "method", "outcome"] as const;

const ofWebhooks = ["webhook", "file", "outcome"] as const;
const ofDeliveries = ["kind", "outcome"] as const;
const ofTools = ["server", "tool", "outcome"] as const;
const ofJobs = ["kind", "outcome"] as const;

const counter = <const L extends readonly LabelName[]>(unit: "calls" | "bytes" | "jobs", own: L, text: string) =>
  ({ kind: "counter", unit, labels: own, text }) as const satisfies Metric;

const duration = <const L extends readonly LabelName[]>(own: L, text: string) =>
  ({ kind: "sketch", unit: "milliseconds", labels: own, text }) as const satisfies Metric;

/** Metrics of proxied calls, webhook calls, deliveries, tools, logins and processes. */
export const usageMetrics = {
  calls: { kind: "counter", unit: "calls", labels: ofCalls, text: "Proxied calls" },
  receivedBytes: {
    kind: "counter",
    unit: "bytes",
    labels: ofCalls,
    text: "Bytes of the bodies that proxied calls brought",
  },
  sentBytes: { kind: "counter", unit: "bytes", labels: ofCalls, text: "Bytes of the bodies of their answers" },
  timeToFirstByte: {
    kind: "sketch",
    unit: "milliseconds",
    labels: ofCalls,
    text: "From a proxied call's arrival until its answer begins",
  },
  fileMakerErrors: {
    kind: "counter",
    unit: "errors",
    labels: ["key", "file", "api", "code"],
    text: "Errors that FileMaker Server answered to proxied calls",
  },
  refusals: {
    kind: "counter",
    unit: "errors",
    labels: ["key", "api", "error"],
    text: "Proxied calls that we answered with an error of our own",
  },
  logins: counter(
    "calls",
    ["key", "file", "api", "outcome"],
    "Logins to FileMaker Server for sessions that calls share: one that was `answered` has opened a session. Where keys share an account in a file, a login counts as that of the key that called last",
  ),
  webhookCalls: counter("calls", ofWebhooks, "Calls of webhooks that were received"),
  webhookBytes: counter("bytes", ofWebhooks, "Bytes of the bodies that calls of webhooks brought"),
  webhookTime: duration(ofWebhooks, "From a webhook's call until its answer"),
  deliveryAttempts: counter(
    "calls",
    ofDeliveries,
    "Attempts to deliver: events of webhooks and triggers, notifications",
  ),
  deliveryBytes: counter("bytes", ofDeliveries, "Bytes of the bodies that were to be delivered"),
  deliveryTime: duration(ofDeliveries, "How long an attempt to deliver takes"),
  toolCalls: counter("calls", ofTools, "Calls of MCP tools"),
  toolTime: duration(ofTools, "How long a call of an MCP tool takes"),
  jobs: counter("jobs", ofJobs, "Jobs that have ended, such as builds, deployments and operations on files"),
  jobTime: duration(ofJobs, "How long a job takes from its beginning, at most an hour"),
} as const satisfies Readonly<Record<string, Metric>>;
export type UsageMetricName = keyof typeof usageMetrics;

export const usageMetricNames = Object.keys(usageMetrics) as [UsageMetricName, ...UsageMetricName[]];

const reading = <const U extends Unit>(unit: U, text: string, own: readonly LabelName[] = []) =>
  ({ kind: "gauge", unit, labels: own, text }) as const satisfies Metric;

/** Metrics read from FileMaker Server's Stats.log and from its host. */
export const statisticsMetrics = {
  networkIn: reading("bytesPerSecond", "What FileMaker Server receives over the network"),
  networkOut: reading("bytesPerSecond", "What FileMaker Server sends over the network"),
  diskRead: reading("bytesPerSecond", "What FileMaker Server reads from disk"),
  diskWritten: reading("bytesPerSecond", "What FileMaker Server writes to disk"),
  cacheHit: reading("percent", "How often what FileMaker Server looked for was in its cache"),
  cacheUnsaved: reading("percent", "How much of FileMaker Server's cache is not yet written to disk"),
  remoteCalls: reading("callsPerSecond", "Calls of clients to FileMaker Server, of FileMaker Pro and Go too"),
  remoteCallsInProgress: reading("calls", "Calls of clients that are not yet complete"),
  elapsedPerCall: reading("milliseconds", "Time that such a call takes, on average"),
  waitPerCall: reading("milliseconds", "Time that such a call waits for other threads and resources, on average"),
  ioPerCall: reading("milliseconds", "Time that such a call takes for reading and writing the disk, on average"),
  clients: reading("clients", "Clients of all kinds"),
  proClients: reading("clients", "FileMaker Pro clients"),
  goClients: reading("clients", "FileMaker Go clients"),
  webDirectClients: reading("clients", "FileMaker WebDirect clients"),
  odbcClients: reading("clients", "ODBC and JDBC clients"),
  customWebClients: reading("clients", "Custom web clients, which are those of the Data API and OData"),
  openFiles: reading("files", "Files that FileMaker Server has open"),
  hostProcessor: reading("percent", "How busy the processors of the database host are"),
  hostMemory: reading("percent", "How much of the database host's memory is in use"),
  hostMemoryFree: reading("bytes", "What the database host's memory has left"),
  hostDisk: reading("percent", "How full a disk of the database host is", ["folder"]),
  hostDiskFree: reading("bytes", "What a disk of the database host has left", ["folder"]),
} as const satisfies Readonly<Record<string, Metric>>;
export type StatisticsMetricName = keyof typeof statisticsMetrics;

export const statisticsMetricNames = Object.keys(statisticsMetrics) as [
  StatisticsMetricName,
  ...StatisticsMetricName[],
];

/** All metrics by name. */
const metrics = { ...usageMetrics, ...statisticsMetrics };
export type MetricName = keyof typeof metrics;

export const metricNames = Object.keys(metrics) as [MetricName, ...MetricName[]];

/** Returns a metric by name, as the general type. */
export function metricOf(name: MetricName): Metric {
  return metrics[name];
}

/** Groupings for the slowest calls of FileMaker Server. */
export const topCallGroupings = ["file", "table", "layout", "client", "operation"] as const;
export type TopCallGrouping = (typeof topCallGroupings)[number];

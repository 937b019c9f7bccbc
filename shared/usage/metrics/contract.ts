import * as z from "zod";

/**
 * Aggregation of a metric. `counter`: values are summed. `gauge`: readings, as average, minimum and maximum. `sketch`: durations, as
 * percentiles within 1%.
 */
export const MetricKind = z
  .enum(["counter", "gauge", "sketch"])
  .describe(
    "`counter`: values are added up. `gauge`: average, minimum and maximum of readings. `sketch`: percentiles, accurate to 1 %.",
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
    "Statistic of the values: `sum` of a counter; `average`, `least` (minimum) and `most` (maximum) of a gauge; `p50`, `p95` and `p99` of a sketch.",
  );
export type Statistic = z.infer<typeof Statistic>;

/** Labels that distinguish series, with their descriptions. */
export const labels = {
  key: "Key, named as in the audit trail: `data-key:7`; `none` for a call without a known key.",
  file: "Hosted file with its extension; `none` for a call that names no file, or none that its key opens.",
  api: "FileMaker Server API: `data`, `odata`, `admin` or `streaming`.",
  method: "HTTP method; `other` for unusual methods.",
  outcome:
    "Outcome. `answered`: FileMaker Server responded. `rejected`: it responded with an error. `refused`: Latchkey rejected the call. `failed`: there was no response. `abandoned`: the client disconnected first. The same values apply to webhooks, deliveries, MCP tools and logins, with `rejected` for an error of the called side. For jobs it is the final state, such as `done`.",
  code: "FileMaker error number; `other` for a response without one.",
  error: "Name of the error in Latchkey's error reference.",
  webhook: "Id of the webhook; `none` for an unknown webhook or a rejected call.",
  kind: "Kind of delivery, such as `webhook`, or of job, such as `build`.",
  server: "Slug of the MCP server; `admin-mcp` for the administrators' tools.",
  tool: "Name of the MCP tool.",
  folder: "Content of a folder on the database host, such as `databases` or `backups`; represents its disk.",
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
    text: "Bytes in request bodies of proxied calls",
  },
  sentBytes: { kind: "counter", unit: "bytes", labels: ofCalls, text: "Bytes in response bodies of proxied calls" },
  timeToFirstByte: {
    kind: "sketch",
    unit: "milliseconds",
    labels: ofCalls,
    text: "Time from the start of a proxied call to the start of its response",
  },
  fileMakerErrors: {
    kind: "counter",
    unit: "errors",
    labels: ["key", "file", "api", "code"],
    text: "Errors that FileMaker Server returned to proxied calls",
  },
  refusals: {
    kind: "counter",
    unit: "errors",
    labels: ["key", "api", "error"],
    text: "Proxied calls that Latchkey answered with an error",
  },
  logins: counter(
    "calls",
    ["key", "file", "api", "outcome"],
    "Logins to FileMaker Server for sessions that calls share; each `answered` login opened a session. If keys share an account in a file, the login counts for the key that called last",
  ),
  webhookCalls: counter("calls", ofWebhooks, "Webhook calls received"),
  webhookBytes: counter("bytes", ofWebhooks, "Bytes in request bodies of webhook calls"),
  webhookTime: duration(ofWebhooks, "Time from a webhook call to its response"),
  deliveryAttempts: counter(
    "calls",
    ofDeliveries,
    "Delivery attempts: events of webhooks and triggers, and notifications",
  ),
  deliveryBytes: counter("bytes", ofDeliveries, "Bytes in the bodies of deliveries"),
  deliveryTime: duration(ofDeliveries, "Duration of a delivery attempt"),
  toolCalls: counter("calls", ofTools, "MCP tool calls"),
  toolTime: duration(ofTools, "Duration of an MCP tool call"),
  jobs: counter("jobs", ofJobs, "Finished jobs, such as builds, deployments and file operations"),
  jobTime: duration(ofJobs, "Duration of a job, at most an hour"),
} as const satisfies Readonly<Record<string, Metric>>;
export type UsageMetricName = keyof typeof usageMetrics;

export const usageMetricNames = Object.keys(usageMetrics) as [UsageMetricName, ...UsageMetricName[]];

const reading = <const U extends Unit>(unit: U, text: string, own: readonly LabelName[] = []) =>
  ({ kind: "gauge", unit, labels: own, text }) as const satisfies Metric;

/** Metrics read from FileMaker Server's Stats.log and from its host. */
export const statisticsMetrics = {
  networkIn: reading("bytesPerSecond", "Network bytes received by FileMaker Server"),
  networkOut: reading("bytesPerSecond", "Network bytes sent by FileMaker Server"),
  diskRead: reading("bytesPerSecond", "Bytes read from disk by FileMaker Server"),
  diskWritten: reading("bytesPerSecond", "Bytes written to disk by FileMaker Server"),
  cacheHit: reading("percent", "Cache hit rate of FileMaker Server"),
  cacheUnsaved: reading("percent", "Share of FileMaker Server's cache that isn't written to disk yet"),
  remoteCalls: reading("callsPerSecond", "Client calls to FileMaker Server, including those of FileMaker Pro and Go"),
  remoteCallsInProgress: reading("calls", "Client calls in progress"),
  elapsedPerCall: reading("milliseconds", "Average time of a client call"),
  waitPerCall: reading("milliseconds", "Average time that a client call waits for other threads and resources"),
  ioPerCall: reading("milliseconds", "Average time that a client call reads and writes the disk"),
  clients: reading("clients", "Clients of all kinds"),
  proClients: reading("clients", "FileMaker Pro clients"),
  goClients: reading("clients", "FileMaker Go clients"),
  webDirectClients: reading("clients", "FileMaker WebDirect clients"),
  odbcClients: reading("clients", "ODBC and JDBC clients"),
  customWebClients: reading("clients", "Custom web clients (Data API and OData)"),
  openFiles: reading("files", "Open files"),
  hostProcessor: reading("percent", "Processor usage of the database host"),
  hostMemory: reading("percent", "Memory usage of the database host"),
  hostMemoryFree: reading("bytes", "Free memory of the database host"),
  hostDisk: reading("percent", "Usage of a disk of the database host", ["folder"]),
  hostDiskFree: reading("bytes", "Free space of a disk of the database host", ["folder"]),
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

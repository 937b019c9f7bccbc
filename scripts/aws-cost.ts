import { argv } from "node:process";
import { pathToFileURL } from "node:url";
import { heartbeat } from "#shared/agent/protocol/frame.ts";

// Calculates the cost of the stack on AWS and shows every factor: node scripts/aws-cost.ts

/** List prices in US dollars, us-east-1, without free tiers, as published in November 2026. */
const price = {
  cloudFrontPerRequest: 0.01 / 10_000,
  cloudFrontPerGb: 0.085,
  cloudFrontPerGbToOrigin: 0.02,
  apiGatewayPerRequest: 3.5 / 1_000_000,
  lambdaPerRequest: 0.2 / 1_000_000,
  /** arm64. */
  lambdaPerGbSecond: 0.0000133334,
  edgePerRequest: 0.6 / 1_000_000,
  edgePerGbSecond: 0.00005001,
  dynamoPerRead: 0.125 / 1_000_000,
  dynamoPerWrite: 0.625 / 1_000_000,
  kmsPerRequest: 0.03 / 10_000,
  logsPerGb: 0.5,
  kmsKeyPerMonth: 1,
  /** For each metric of an alarm. */
  alarmMetricPerMonth: 0.1,
  dashboardPerMonth: 3,
  customMetricPerMonth: 0.3,
  sqsPerRequest: 0.4 / 1_000_000,
  bucketPerPut: 5 / 1_000_000,
  bucketPerGet: 0.4 / 1_000_000,
  socketPerMessage: 1 / 1_000_000,
  socketPerMinute: 0.25 / 1_000_000,
};

/** One million proxied Data API calls with one key, ten per second. Sizes in bytes. */
const load = {
  calls: 1_000_000,
  callsPerSecond: 10,
  /** FileMaker Server's time plus ours: the function runs while its caller waits. */
  secondsPerCall: 0.06,
  answerBytes: 2_000,
  /** Including the fields for usage counts, and 26 bytes that CloudWatch adds to each line. */
  logLineBytes: 546,
  /** Seconds after which the log subscription delivers what each instance has written. */
  handOverSeconds: 5,
  /** The function that restores the name of challenge headers, in its smallest size. */
  edgeSeconds: 0.002,
  edgeGb: 0.125,
  instances: 2,
};

/** Seconds between an instance's reads of a key's item, writes of its last use, and requests of a data key. */
const every = { keyRead: 5, lastUseWrite: 60, dataKey: 300 };

/**
 * Number of data keys. Each kind of secret has its own: the secret of IDs, passwords of keys, and tokens of sessions, opened and sealed.
 */
const dataKeys = 4;

const month = { seconds: 30 * 86_400, minutes: 30 * 1_440 };

/**
 * Parts of the template that cost money without calls. A test compares these numbers with the packaged template. `kmsRotationDays`: days
 * between the rotations of a key's material. KMS charges for the first two.
 */
export const stackCounts = {
  kmsKeys: 1,
  kmsRotationDays: 2_560,
  alarmMetrics: 12,
  edgeAlarmMetrics: 5,
  metricFilters: 5,
  polledQueues: 2,
  schedules: 4,
  /** Memory of every function that is priced here, in MB. */
  memoryMb: 512,
};

/** Polls of a queue per month: Lambda has five connections, and each polls every twenty seconds. */
const polls = (5 * month.seconds) / 20;

/** Cost factors of one run of a sweep. */
const sweep = { seconds: 0.05, reads: 4, writes: 0.5 };

/** Sizes of webhook events in bytes that the page prices. */
export const eventBytes = [1_000, 10_000, 100_000] as const;

type EventBytes = (typeof eventBytes)[number];

/**
 * Writes of a delivered webhook event in the mode `accepted`, in their order, with their units by the size of its body in bytes: with a
 * sender's id and a result of 300 bytes. A test measures them. Bodies above 3 KB are objects in the bucket.
 */
export const eventWriteSteps: readonly (Readonly<Record<EventBytes, number>> & {
  readonly write: string;
  readonly reason: string;
})[] = [
  { write: "marker, created", reason: "finds the delivery if its message is lost", ...unitsOf(1, 1) },
  { write: "delivery, created", reason: "the accepted event", ...unitsOf(2, 1) },
  { write: "sender's id", reason: "recognizes an event that is sent again", ...unitsOf(1, 1) },
  { write: "marker, with a lease", reason: "of two workers, one makes the attempt", ...unitsOf(1, 1) },
  { write: "delivery, with its result", reason: "the end, and the time when it expires", ...unitsOf(2, 1) },
  { write: "marker, deleted", reason: "the delivery is no longer pending", ...unitsOf(1, 1) },
];

/** Write units of a change of a webhook's counters, and of its entry in the feed of changes. A test measures them. */
export const countedUse = { counter: 1, feed: 4 } as const;

/** Returns units by size: of a body in the item, and of a body in the bucket. */
function unitsOf(inItem: number, inBucket: number): Readonly<Record<EventBytes, number>> {
  return { 1000: inItem, 10000: inBucket, 100000: inBucket };
}

/** Returns the write units of a delivered webhook event. */
export function eventWrites(bytes: EventBytes): number {
  return eventWriteSteps.reduce((sum, step) => sum + step[bytes], 0);
}

/**
 * Cost factors of one delivered webhook event, in the mode `accepted`, with the headers of GitHub.
 */
const event = {
  reads: 6,
  receiverSeconds: 0.05,
  /** FileMaker runs the script meanwhile. */
  attemptSeconds: 0.15,
  /** Send, receive and delete. */
  queueRequests: 3,
  logLines: 2,
};

/** Memory of functions in GB. */
const memoryGb = stackCounts.memoryMb / 1_024;

/** Cost factors of one heartbeat of an agent. A write in a transaction counts twice. */
const beat = { seconds: 0.05, messages: 2, reads: 4, writes: 6 };

/** A visible console page: eight hours on each of 21 days. Its event stream reconnects every minute. */
const page = { minutes: 21 * 8 * 60, streamSeconds: 60, pollEverySeconds: 2 };

/** Line item of a bill. */
export interface Cost {
  readonly what: string;
  readonly arithmetic: string;
  readonly dollars: number;
}

/** Returns the bill of one million calls. */
export function costOfAMillionCalls(): readonly Cost[] {
  const { calls, callsPerSecond, secondsPerCall, answerBytes, instances, logLineBytes } = load;
  const seconds = calls / callsPerSecond;
  const reads = (seconds / every.keyRead) * instances;
  const writes = (seconds / every.lastUseWrite) * instances;
  const opened = (seconds / every.dataKey) * instances * dataKeys;
  return [
    line("API Gateway, REST requests", `${count(calls)} × $3.50 / 1,000,000`, calls * price.apiGatewayPerRequest),
    line("CloudFront, HTTPS requests", `${count(calls)} × $0.0100 / 10,000`, calls * price.cloudFrontPerRequest),
    line(
      "CloudFront, outbound bytes",
      `${count(calls)} × ${count(answerBytes)} bytes × $0.085 / GB`,
      ((calls * answerBytes) / 1e9) * price.cloudFrontPerGb,
    ),
    line("Lambda, requests", `${count(calls)} × $0.20 / 1,000,000`, calls * price.lambdaPerRequest),
    line(
      "Lambda, time (arm64)",
      `${count(calls)} × ${secondsPerCall} s × ${memoryGb} GB × $0.0000133334 / GB-s`,
      calls * secondsPerCall * memoryGb * price.lambdaPerGbSecond,
    ),
    line(
      "CloudWatch Logs, Latchkey's line",
      `${count(calls)} × ${logLineBytes} bytes × $0.50 / GB`,
      ((calls * logLineBytes) / 1e9) * price.logsPerGb,
    ),
    line(
      "DynamoDB, reads of the key",
      `${count(seconds)} s / ${every.keyRead} s × ${instances} instances × $0.125 / 1,000,000`,
      reads * price.dynamoPerRead,
    ),
    line(
      "DynamoDB, writes of its last use",
      `${count(seconds)} s / ${every.lastUseWrite} s × ${instances} instances × $0.625 / 1,000,000`,
      writes * price.dynamoPerWrite,
    ),
    invocations("aggregation of log lines", (seconds / load.handOverSeconds) * instances, sweep.seconds),
    line(
      "DynamoDB, writes of aggregates",
      `${count(seconds)} s / ${load.handOverSeconds} s × ${instances} instances × $0.625 / 1,000,000`,
      (seconds / load.handOverSeconds) * instances * price.dynamoPerWrite,
    ),
    line(
      "KMS, data keys",
      `${count(seconds)} s / ${every.dataKey} s × ${instances} instances × ${dataKeys} × $0.03 / 10,000`,
      opened * price.kmsPerRequest,
    ),
  ];
}

/** Returns what the function for challenges adds to a million calls of OData, MCP and sign-in. */
export function costOfChallenges(): readonly Cost[] {
  const { calls, edgeSeconds, edgeGb } = load;
  return [
    line("Lambda@Edge, requests", `${count(calls)} × $0.60 / 1,000,000`, calls * price.edgePerRequest),
    line(
      "Lambda@Edge, time",
      `${count(calls)} × ${edgeSeconds} s × ${edgeGb} GB × $0.00005001 / GB-s`,
      calls * edgeSeconds * edgeGb * price.edgePerGbSecond,
    ),
  ];
}

/** Returns the bill of a month without calls, in the first year of the key. */
export function costOfAnIdleMonth(): readonly Cost[] {
  const { kmsKeys, alarmMetrics, polledQueues, schedules } = stackCounts;
  const sweeps = schedules * month.minutes;
  return [
    line("KMS, keys", `${kmsKeys} × $1.00`, kmsKeys * price.kmsKeyPerMonth),
    line("CloudWatch, metrics of alarms", `${alarmMetrics} × $0.10`, alarmMetrics * price.alarmMetricPerMonth),
    line(
      "SQS, empty receives",
      `${polledQueues} queues × ${count(polls)} × $0.40 / 1,000,000`,
      polledQueues * polls * price.sqsPerRequest,
    ),
    invocations(`sweeps of ${schedules} schedules`, sweeps, sweep.seconds),
    line(
      "DynamoDB, reads of sweeps",
      `${count(sweeps)} × ${sweep.reads} × $0.125 / 1,000,000`,
      sweeps * sweep.reads * price.dynamoPerRead,
    ),
    line(
      "DynamoDB, writes of sweeps",
      `${count(sweeps)} × ${sweep.writes} × $0.625 / 1,000,000`,
      sweeps * sweep.writes * price.dynamoPerWrite,
    ),
  ];
}

/** Year of a stack in which a rotation of its key happens, counted from 1. */
const yearOfRotation = (rotation: number) => Math.floor((rotation * stackCounts.kmsRotationDays) / 365.25) + 1;

/** Returns what the material that KMS keeps from rotations costs in a month of a stack's year. */
export function costOfOlderMaterial(year: number): number {
  return [1, 2].filter((rotation) => year >= yearOfRotation(rotation)).length * price.kmsKeyPerMonth;
}

/** Returns what can be added to the bill of an idle month. */
export function costOfMonthlyExtras(): readonly Cost[] {
  const { edgeAlarmMetrics, metricFilters } = stackCounts;
  const [first, second] = [1, 2].map(yearOfRotation);
  return [
    line(`KMS, older key material, after a rotation in year ${first}`, "1 × $1.00", price.kmsKeyPerMonth),
    line(`KMS, older key material, after a rotation in year ${second}`, "1 × $1.00", price.kmsKeyPerMonth),
    line(
      "CloudWatch, metrics of CloudFront's alarms, with `edgeAlarmTopicArn`",
      `${edgeAlarmMetrics} × $0.10`,
      edgeAlarmMetrics * price.alarmMetricPerMonth,
    ),
    line(
      "CloudWatch, custom metrics, if something fails in each hour",
      `${metricFilters} × $0.30`,
      metricFilters * price.customMetricPerMonth,
    ),
    line("CloudWatch, dashboard, with `dashboard`", "1 × $3.00", price.dashboardPerMonth),
  ];
}

/** Maximum size of a body that is stored in the table. Larger ones are objects. */
const maxStoredBodyBytes = 3_000;

/** Returns the bill of one million delivered webhook events with bodies of this size. */
export function costOfAMillionEvents(bytes: (typeof eventBytes)[number]): readonly Cost[] {
  const events = 1_000_000;
  const writes = eventWrites(bytes);
  return [
    line("API Gateway, REST requests", `${count(events)} × $3.50 / 1,000,000`, events * price.apiGatewayPerRequest),
    line("CloudFront, HTTPS requests", `${count(events)} × $0.0100 / 10,000`, events * price.cloudFrontPerRequest),
    line(
      "CloudFront, bytes to the origin",
      `${count(events)} × ${count(bytes)} bytes × $0.02 / GB`,
      ((events * bytes) / 1e9) * price.cloudFrontPerGbToOrigin,
    ),
    invocations("receipt", events, event.receiverSeconds),
    invocations("attempt", events, event.attemptSeconds),
    line(
      "SQS, requests",
      `${count(events)} × ${event.queueRequests} × $0.40 / 1,000,000`,
      events * event.queueRequests * price.sqsPerRequest,
    ),
    line(
      "DynamoDB, writes",
      `${count(events)} × ${count(writes)} × $0.625 / 1,000,000`,
      events * writes * price.dynamoPerWrite,
    ),
    line(
      "DynamoDB, writes of counters and the feed of changes",
      `${count(events)} × 2 × (${countedUse.counter} + ${countedUse.feed}) × $0.625 / 1,000,000`,
      events * 2 * (countedUse.counter + countedUse.feed) * price.dynamoPerWrite,
    ),
    line(
      "DynamoDB, reads",
      `${count(events)} × ${event.reads} × $0.125 / 1,000,000`,
      events * event.reads * price.dynamoPerRead,
    ),
    ...(bytes > maxStoredBodyBytes
      ? [
          line(
            "S3, one body written and read",
            `${count(events)} × ($5.00 + $0.40) / 1,000,000`,
            events * (price.bucketPerPut + price.bucketPerGet),
          ),
        ]
      : []),
    line(
      "CloudWatch Logs, Latchkey's lines",
      `${count(events)} × ${event.logLines} × ${load.logLineBytes} bytes × $0.50 / GB`,
      ((events * event.logLines * load.logLineBytes) / 1e9) * price.logsPerGb,
    ),
  ];
}

/** Returns the bill of a month with a connected agent: its heartbeats. */
export function costOfAnAgent(): readonly Cost[] {
  const beats = month.seconds / (heartbeat.everyMs / 1000);
  return [
    line(
      "API Gateway, messages of the WebSocket",
      `${count(beats)} × ${beat.messages} × $1.00 / 1,000,000`,
      beats * beat.messages * price.socketPerMessage,
    ),
    line(
      "API Gateway, minutes of the WebSocket",
      `${count(month.minutes)} × $0.25 / 1,000,000`,
      month.minutes * price.socketPerMinute,
    ),
    invocations("heartbeats", beats, beat.seconds),
    line(
      "DynamoDB, reads",
      `${count(beats)} × ${beat.reads} × $0.125 / 1,000,000`,
      beats * beat.reads * price.dynamoPerRead,
    ),
    line(
      "DynamoDB, writes",
      `${count(beats)} × ${beat.writes} × $0.625 / 1,000,000`,
      beats * beat.writes * price.dynamoPerWrite,
    ),
    line(
      "KMS, data keys",
      `${count(month.seconds)} s / ${every.dataKey} s × 2 × $0.03 / 10,000`,
      (month.seconds / every.dataKey) * 2 * price.kmsPerRequest,
    ),
  ];
}

/** Returns the bill of a month with a console page visible during working hours. */
export function costOfAVisiblePage(): readonly Cost[] {
  const streams = (page.minutes * 60) / page.streamSeconds;
  const reads = (page.minutes * 60) / page.pollEverySeconds;
  return [
    line("API Gateway, REST requests", `${count(streams)} × $3.50 / 1,000,000`, streams * price.apiGatewayPerRequest),
    invocations("event streams", streams, page.streamSeconds),
    line("DynamoDB, searches for events", `${count(reads)} × $0.125 / 1,000,000`, reads * price.dynamoPerRead),
  ];
}

/** Returns the cost of a function's invocations. Lambda writes no lines for those that succeed. */
function invocations(what: string, number: number, seconds: number): Cost {
  return line(
    `Lambda, ${what}`,
    `${count(number)} × ($0.20 / 1,000,000 + ${seconds} s × ${memoryGb} GB × $0.0000133334 / GB-s)`,
    number * (price.lambdaPerRequest + seconds * memoryGb * price.lambdaPerGbSecond),
  );
}

/** Returns the sum of a bill in dollars. */
export function totalOf(costs: readonly Cost[]): number {
  return costs.reduce((sum, { dollars }) => sum + dollars, 0);
}

/** Returns an amount as the page shows it. */
export function shown(dollars: number): string {
  return dollars < 0.01 ? "< $0.01" : `$${dollars.toFixed(2)}`;
}

/** Returns the bills as Markdown. */
export function costPage(): string {
  const { callsPerSecond, secondsPerCall, answerBytes } = load;
  return `# Cost on AWS

These are list prices of us-east-1 in US dollars, without free tiers, as of November 2026. Check AWS's price pages before you rely on them.
\`scripts/aws-cost.ts\` contains the factors and prints this page.

## A million proxied calls

${callsPerSecond} calls a second with one key, ${secondsPerCall * 1000} ms each (nearly all of it in FileMaker Server), responses of ${count(answerBytes)} bytes, functions of ${memoryGb} GB.
A response over 10 MB costs one more API Gateway request for each further 10 MB, and Lambda charges $0.008 per GB for what it streams above 6 MB.

${table(costOfAMillionCalls())}

Calls of OData, MCP and sign-in also pass the [function that restores challenges](../decisions/0040-lambda-at-edge-restores-www-authenticate.md). A million of them cost, in addition:

${table(costOfChallenges())}

Calls under the alias (\`prefixAlias\`), and with \`corsOrigins\` all calls, also pass a [CloudFront Function](../decisions/0194-cloudfront-replaces-the-alias-of-the-prefix.md): $0.10 a million.

[A function URL for the proxy](../decisions/0120-the-proxy-stays-behind-api-gateway.md) would cost about $2.10 instead.

## A month without calls

In the first seven years:

${table(costOfAnIdleMonth())}

These can be added:

${rows(costOfMonthlyExtras())}

Lambda keeps five connections open to each queue; only its provisioned mode has a setting for that, and it costs more. KMS renews the key's material [every seven years](../decisions/0132-kms-renews-the-key-material-every-seven-years.md) and keeps the previous one. It charges for the material of the first two rotations. CloudWatch bills custom metrics by the hour in which they count something, such as a failed call. The first three dashboards of an account are free.

## A million webhook events

Each is accepted, stored, and delivered at the first attempt, with the ${count(load.logLineBytes)} bytes of a log line for each. The receipt and the attempt run for ${event.receiverSeconds} and ${event.attemptSeconds} seconds.

The write units of one event, by the size of its body:

| write | reason | ${eventBytes.map((bytes) => `${count(bytes)} bytes`).join(" | ")} |
| --- | --- | ${eventBytes.map(() => "---:").join(" | ")} |
${eventWriteSteps.map((step) => `| ${step.write} | ${step.reason} | ${eventBytes.map((bytes) => step[bytes]).join(" | ")} |`).join("\n")}
| **total** | | ${eventBytes.map((bytes) => `**${eventWrites(bytes)}**`).join(" | ")} |

They hold for a body that can't be compressed; a typical JSON body of 1,000 bytes takes two units less. In the answer mode \`result\`, the lease is part of the creation. An event without a sender's id saves one unit. Only failed, canceled and suppressed deliveries are in the index. [The order of the writes](../decisions/0130-deliveries-are-written-in-order.md) replaces transactions, which cost twice as much.

In addition, the counters of the webhook and the feed of changes for the console are written when an event arrives and when it ends: ${countedUse.counter} unit for the counters and ${countedUse.feed} for the feed, whose number and entry are a transaction.

${eventBytes.map((bytes) => `Bodies of ${count(bytes)} bytes:\n\n${table(costOfAMillionEvents(bytes))}`).join("\n\n")}

## A month with an agent

The agent sends a heartbeat every ${heartbeat.everyMs / 1000} seconds. Each request to it adds a few messages.

${table(costOfAnAgent())}

## A month with a console page

The page is visible for ${page.minutes / 60} hours, and an instance of ${memoryGb} GB waits for its events. A hidden page costs nothing.

${table(costOfAVisiblePage())}

Stored items, table backups and objects in buckets are billed by the gigabyte; a few thousand keys cost less than a cent.
`;
}

function line(what: string, arithmetic: string, dollars: number): Cost {
  return { what, arithmetic, dollars };
}

function table(costs: readonly Cost[]): string {
  return `${rows(costs)}\n| **total** | | **${shown(totalOf(costs))}** |`;
}

function rows(costs: readonly Cost[]): string {
  const each = costs.map(({ what, arithmetic, dollars }) => `| ${what} | ${arithmetic} | ${shown(dollars)} |`);
  return ["| what | arithmetic | cost |", "| --- | --- | ---: |", ...each].join("\n");
}

function count(number: number): string {
  return Math.round(number).toLocaleString("en-US");
}

if (import.meta.url === pathToFileURL(argv[1] ?? "").href) process.stdout.write(costPage());

import { argv } from "node:process";
import { pathToFileURL } from "node:url";
import { heartbeat } from "#shared/agent/protocol/frame.ts";

// Calculates the cost of the stack on AWS and shows every factor: node scripts/aws-cost.ts

/** List prices in US dollars, us-east-1, without free tiers, as published in November 2026. */
const price = {
  cloudFrontPerRequest: 0.01 / 10_000,
  cloudFrontPerGb: 0.085,
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
  alarmPerMonth: 0.1,
  sqsPerRequest: 0.4 / 1_000_000,
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
  /** Including the fields for usage counts. */
  logLineBytes: 520,
  /** Seconds after which the log subscription delivers what each instance has written. */
  handOverSeconds: 5,
  /** START, END and REPORT lines that Lambda writes for each invocation. */
  lambdaLinesBytes: 320,
  /** The function that restores the name of challenge headers, in its smallest size. */
  edgeSeconds: 0.002,
  edgeGb: 0.125,
  instances: 2,
  memoryGb: 1,
};

/** Seconds between an instance's reads of a key's item, writes of its last use, and requests of a data key. */
const every = { keyRead: 5, lastUseWrite: 60, dataKey: 300 };

/**
 * Number of data keys. Each kind of secret has its own: the secret of IDs, passwords of keys, and tokens of sessions, opened and sealed.
 */
const dataKeys = 4;

const month = { seconds: 30 * 86_400, minutes: 30 * 1_440 };

/**
 * Queue-fed functions have five pollers, each asking every twenty seconds. KMS renews a key's material every year, keeps the old material,
 * and charges for the first two renewals.
 */
const idle = { kmsKeys: 1, olderKeyMaterial: 2, alarms: 9, polls: (5 * month.seconds) / 20, sweepSeconds: 0.05 };

/** Memory of functions other than the proxy, in GB. */
const memoryGb = 0.5;

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
  const { calls, callsPerSecond, secondsPerCall, answerBytes, edgeSeconds, edgeGb, instances } = load;
  const { logLineBytes, lambdaLinesBytes } = load;
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
    line("Lambda@Edge, requests", `${count(calls)} × $0.60 / 1,000,000`, calls * price.edgePerRequest),
    line(
      "Lambda@Edge, time",
      `${count(calls)} × ${edgeSeconds} s × ${edgeGb} GB × $0.00005001 / GB-s`,
      calls * edgeSeconds * edgeGb * price.edgePerGbSecond,
    ),
    line("Lambda, requests", `${count(calls)} × $0.20 / 1,000,000`, calls * price.lambdaPerRequest),
    line(
      "Lambda, time (arm64)",
      `${count(calls)} × ${secondsPerCall} s × ${load.memoryGb} GB × $0.0000133334 / GB-s`,
      calls * secondsPerCall * load.memoryGb * price.lambdaPerGbSecond,
    ),
    line(
      "CloudWatch Logs, Latchkey's line",
      `${count(calls)} × ${logLineBytes} bytes × $0.50 / GB`,
      ((calls * logLineBytes) / 1e9) * price.logsPerGb,
    ),
    line(
      "CloudWatch Logs, Lambda's three lines",
      `${count(calls)} × ${lambdaLinesBytes} bytes × $0.50 / GB`,
      ((calls * lambdaLinesBytes) / 1e9) * price.logsPerGb,
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
    ...invocations("aggregation of log lines", (seconds / load.handOverSeconds) * instances, idle.sweepSeconds),
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

/** Returns the bill of a month without calls. */
export function costOfAnIdleMonth(): readonly Cost[] {
  return [
    line("KMS, keys", `${idle.kmsKeys} × $1.00`, idle.kmsKeys * price.kmsKeyPerMonth),
    line("CloudWatch alarms", `${idle.alarms} × $0.10`, idle.alarms * price.alarmPerMonth),
    line("SQS, empty receives", `${count(idle.polls)} × $0.40 / 1,000,000`, idle.polls * price.sqsPerRequest),
    ...invocations("search for lost tasks", month.minutes, idle.sweepSeconds),
    ...invocations("usage values per minute", month.minutes, idle.sweepSeconds),
    line(
      "DynamoDB, writes of usage values",
      `${count(month.minutes)} × 2 × $0.625 / 1,000,000`,
      month.minutes * 2 * price.dynamoPerWrite,
    ),
    line(
      "KMS, older key material, in the third year",
      `${idle.olderKeyMaterial} × $1.00`,
      idle.olderKeyMaterial * price.kmsKeyPerMonth,
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
    ...invocations("heartbeats", beats, beat.seconds),
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
    ...invocations("event streams", streams, page.streamSeconds),
    line("DynamoDB, searches for events", `${count(reads)} × $0.125 / 1,000,000`, reads * price.dynamoPerRead),
  ];
}

/** Returns the cost of a function's invocations, including its log lines. */
function invocations(what: string, number: number, seconds: number): readonly Cost[] {
  return [
    line(
      `Lambda, ${what}`,
      `${count(number)} × ($0.20 / 1,000,000 + ${seconds} s × ${memoryGb} GB × $0.0000133334 / GB-s)`,
      number * (price.lambdaPerRequest + seconds * memoryGb * price.lambdaPerGbSecond),
    ),
    line(
      "CloudWatch Logs, Lambda's lines",
      `${count(number)} × ${load.lambdaLinesBytes} bytes × $0.50 / GB`,
      ((number * load.lambdaLinesBytes) / 1e9) * price.logsPerGb,
    ),
  ];
}

/** Returns the bills as Markdown. */
export function costPage(): string {
  const { callsPerSecond, secondsPerCall, answerBytes } = load;
  return `# Cost on AWS

These are list prices of us-east-1 in US dollars, without free tiers, as of November 2026. Check AWS's price pages before you rely on them.
\`scripts/aws-cost.ts\` contains the factors and prints this page.

## A million proxied calls

${callsPerSecond} calls a second with one key, ${secondsPerCall * 1000} ms each (nearly all of it in FileMaker Server), responses of ${count(answerBytes)} bytes, functions of ${load.memoryGb} GB.
A response over 10 MB costs one more API Gateway request for each further 10 MB.

${table(costOfAMillionCalls())}

## A month without calls

${table(costOfAnIdleMonth())}

KMS renews the key's material every year and keeps the previous one. It charges for this from the second year on, and no more from the third.

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
  const total = costs.reduce((sum, { dollars }) => sum + dollars, 0);
  const rows = costs.map(({ what, arithmetic, dollars }) => `| ${what} | ${arithmetic} | ${shown(dollars)} |`);
  return [
    "| what | arithmetic | cost |",
    "| --- | --- | ---: |",
    ...rows,
    `| **total** | | **${shown(total)}** |`,
  ].join("\n");
}

function shown(dollars: number): string {
  return dollars < 0.01 ? "< $0.01" : `$${dollars.toFixed(2)}`;
}

function count(number: number): string {
  return Math.round(number).toLocaleString("en-US");
}

if (import.meta.url === pathToFileURL(argv[1] ?? "").href) process.stdout.write(costPage());

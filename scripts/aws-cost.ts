import { argv } from "node:process";
import { pathToFileURL } from "node:url";

// What the stack costs on AWS, with every factor in sight: node scripts/aws-cost.ts

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
};

/** A million proxied Data API calls, ten a second, in one key. Sizes in bytes. */
const load = {
  calls: 1_000_000,
  callsPerSecond: 10,
  /** FileMaker Server's own time and ours: a caller waits, and so does the function. */
  secondsPerCall: 0.06,
  answerBytes: 2_000,
  logLineBytes: 350,
  /** The function that gives challenges their name back, in its smallest size. */
  edgeSeconds: 0.002,
  edgeGb: 0.125,
  instances: 2,
  memoryGb: 1,
};

/** How often an instance asks: a key's item (R3.6), its last use, the data key that opens stored passwords. Seconds. */
const every = { keyRead: 5, lastUseWrite: 60, dataKey: 300 };

/** Functions that are fed by a queue keep five pollers on it, each asking every twenty seconds. */
const idle = { kmsKeys: 1, alarms: 9, pollsPerMonth: (5 * 30 * 86_400) / 20 };

/** One line of the bill. */
export interface Cost {
  readonly what: string;
  readonly arithmetic: string;
  readonly dollars: number;
}

/** A million calls, line by line. */
export function costOfAMillionCalls(): readonly Cost[] {
  const { calls, callsPerSecond, secondsPerCall, answerBytes, logLineBytes, edgeSeconds, edgeGb, instances, memoryGb } =
    load;
  const seconds = calls / callsPerSecond;
  const reads = (seconds / every.keyRead) * instances;
  const writes = (seconds / every.lastUseWrite) * instances;
  const dataKeys = (seconds / every.dataKey) * instances;
  return [
    line("API Gateway, REST requests", `${count(calls)} × $3.50 / 1,000,000`, calls * price.apiGatewayPerRequest),
    line("CloudFront, HTTPS requests", `${count(calls)} × $0.0100 / 10,000`, calls * price.cloudFrontPerRequest),
    line(
      "CloudFront, bytes out",
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
      `${count(calls)} × ${secondsPerCall} s × ${memoryGb} GB × $0.0000133334 / GB-s`,
      calls * secondsPerCall * memoryGb * price.lambdaPerGbSecond,
    ),
    line(
      "CloudWatch Logs",
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
    line(
      "KMS, data keys",
      `${count(seconds)} s / ${every.dataKey} s × ${instances} instances × $0.03 / 10,000`,
      dataKeys * price.kmsPerRequest,
    ),
  ];
}

/** A month without calls. */
export function costOfAnIdleMonth(): readonly Cost[] {
  return [
    line("KMS, keys", `${idle.kmsKeys} × $1.00`, idle.kmsKeys * price.kmsKeyPerMonth),
    line("CloudWatch alarms", `${idle.alarms} × $0.10`, idle.alarms * price.alarmPerMonth),
    line(
      "SQS, empty receives",
      `${count(idle.pollsPerMonth)} × $0.40 / 1,000,000`,
      idle.pollsPerMonth * price.sqsPerRequest,
    ),
  ];
}

/** Both bills as Markdown. */
export function costPage(): string {
  const { callsPerSecond, secondsPerCall, answerBytes, memoryGb } = load;
  return `# What it costs on AWS

List prices of us-east-1 in US dollars, without free tiers, as we knew them in November 2026: look at AWS's own price pages before you
rely on them. The factors stand in \`scripts/aws-cost.ts\`, which prints this page.

## A million proxied calls

${callsPerSecond} calls a second in one key, ${secondsPerCall * 1000} ms each (nearly all of it FileMaker Server's), answers of ${count(answerBytes)} bytes, functions of ${memoryGb} GB. An answer above
10 MB counts as one request more at API Gateway for each further 10 MB.

${table(costOfAMillionCalls())}

## A month without a call

${table(costOfAnIdleMonth())}

Stored items, backups of the table and objects in the buckets cost by the gigabyte; a few thousand keys stay below a cent.
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
    `| **together** | | **${shown(total)}** |`,
  ].join("\n");
}

function shown(dollars: number): string {
  return dollars < 0.01 ? "< $0.01" : `$${dollars.toFixed(2)}`;
}

function count(number: number): string {
  return Math.round(number).toLocaleString("en-US");
}

if (import.meta.url === pathToFileURL(argv[1] ?? "").href) process.stdout.write(costPage());

import { readFileSync } from "node:fs";
import { loadAwsServiceSpecSync } from "@aws-cdk/aws-service-spec";
import { afterAll, expect, test } from "vitest";
import { parse } from "yaml";
import type { Template } from "../../sandbox/aws/cloudformation/template.ts";
import { dashboardBody } from "../../scripts/dashboard.ts";
import { edgeAlarmsTemplate, putEdgeAlarms } from "../../scripts/deployment/edge-alarms.ts";
import { basicAuth, onAws, testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { shapeFaults } from "./support/shape-faults.ts";

const service = await testService();
afterAll(() => service.stop());

// CloudFormation's own tags are parsed as the text after them.
const text = readFileSync(new URL("../../serverless.yml", import.meta.url), "utf8");
const { Resources } = parse(text, { logLevel: "error", merge: true }).resources;
const edge = edgeAlarmsTemplate("E1EXAMPLE", "arn:aws:sns:us-east-1:123456789012:alarms");

interface Resource {
  readonly Type: string;
  // biome-ignore lint/suspicious/noExplicitAny: CloudFormation's types; tests read arbitrary fields
  readonly Properties: Record<string, any>;
}

const alarmsIn = (resources: object) =>
  Object.entries<Resource>(resources as Record<string, Resource>).filter(
    ([, { Type }]) => Type === "AWS::CloudWatch::Alarm",
  );
const alarms = [...alarmsIn(Resources), ...alarmsIn(edge.Resources)];

/** Returns what an alarm watches, and from which value on. */
function watched({ Metrics, Dimensions = [], MetricName, Threshold }: Resource["Properties"]) {
  const [{ Expression = "" } = {}, ...used] = Metrics ?? [];
  const names = used.map(({ MetricStat }: Resource["Properties"]) => MetricStat.Metric.MetricName);
  return [MetricName ?? [Expression, ...names].join(", "), Dimensions[0]?.Value ?? "", Threshold];
}

verifies("runtime:aws:alarms", () => {
  expect(Object.fromEntries(alarms.map(([name, { Properties }]) => [name, watched(Properties)]))).toEqual({
    DeadJobsAlarm: ["ApproximateNumberOfMessagesVisible", "DeadJobs.QueueName", 0],
    DeadDeliveriesAlarm: ["ApproximateNumberOfMessagesVisible", "DeadDeliveries.QueueName", 0],
    WaitingJobsAlarm: ["ApproximateNumberOfMessagesVisible", "Jobs.QueueName", 0],
    WaitingDeliveriesAlarm: ["ApproximateNumberOfMessagesVisible", "Deliveries.QueueName", 0],
    FailureRateAlarm: ["failures / calls, Failures, Count", "", 0.05],
    FunctionFailuresAlarm: ["FunctionFailures", "", 0],
    ThrottlesAlarm: ["Throttles", "", 0],
    ConcurrencyAlarm: ["concurrency / SERVICE_QUOTA(concurrency), ResourceCount", "", 0.8],
    StoreFailuresAlarm: ["StoreFailures", "", 5],
    SweepFailuresAlarm: ["SweepFailures", "", 2],
    RefusedSignInsAlarm: ["RefusedSignIns", "", 20],
    EdgeFunctionAlarm: ["SUM(METRICS()), LambdaExecutionError, LambdaValidationError, LambdaLimitExceededError", "", 0],
    EdgeFailureRateAlarm: ["IF(requests >= 20, rate, 0), 5xxErrorRate, Requests", "", 50],
  });
  for (const [name, { Properties }] of alarms) {
    const { AlarmActions, ComparisonOperator, TreatMissingData } = Properties;
    expect(JSON.stringify(AlarmActions), name).toMatch(/alarmTopicArn|sns:us-east-1/);
    expect([ComparisonOperator, TreatMissingData], name).toEqual(["GreaterThanThreshold", "notBreaching"]);
  }
});

test("every queue has an alarm for messages that wait, and every dead-letter queue for messages that arrive", () => {
  const queues = Object.keys(Resources).filter((name) => Resources[name].Type === "AWS::SQS::Queue");
  const statistics = alarmsIn(Resources).flatMap(([, { Properties }]) =>
    Properties.Namespace === "AWS/SQS" ? [[Properties.Dimensions[0].Value.split(".")[0], Properties.Statistic]] : [],
  );
  // A message that a function is working on isn't visible, so the age of the oldest message would count long jobs.
  expect(Object.fromEntries(statistics)).toEqual(
    Object.fromEntries(queues.map((name) => [name, name.startsWith("Dead") ? "Maximum" : "Minimum"])),
  );
});

test("the alarms of CloudFront have valid shapes and the metrics of the distribution", () => {
  expect(shapeFaults(edge as unknown as Template, loadAwsServiceSpecSync())).toEqual([]);
  const dimensions = alarmsIn(edge.Resources).flatMap(([, { Properties }]) =>
    Properties.Metrics.slice(1).map(({ MetricStat }: Resource["Properties"]) => MetricStat.Metric.Dimensions),
  );
  for (const each of dimensions)
    expect(each).toEqual([
      { Name: "DistributionId", Value: "E1EXAMPLE" },
      { Name: "Region", Value: "Global" },
    ]);
});

test("the alarms of CloudFront follow the distribution, and disappear with their topic", async () => {
  const done: string[] = [];
  const putWith = (topicArn: string | undefined) =>
    putEdgeAlarms({
      formation: {
        stack: async () => ({
          status: "",
          reason: undefined,
          outputs: new Map([["DistributionId", "E2"]]),
          parameters: new Map(),
        }),
      },
      edgeFormation: {
        put: async (name, template) => {
          done.push(`put ${name} ${JSON.stringify(template).includes('"E2"')}`);
          return { status: "", reason: undefined, outputs: new Map(), parameters: new Map() };
        },
        delete: async (name) => void done.push(`delete ${name}`),
      },
      stack: "latchkey-prod",
      region: "eu-central-1",
      topicArn,
    });
  await putWith("arn:aws:sns:us-east-1:123456789012:alarms");
  await putWith(undefined);
  expect(done).toEqual([
    "put latchkey-prod-eu-central-1-edge-alarms true",
    "delete latchkey-prod-eu-central-1-edge-alarms",
  ]);
});

test("the dashboard shows every alarm of the stack", () => {
  const [alarmWidget] = JSON.parse(String(Object.values(dashboardBody())[0])).widgets;
  expect(alarmWidget.properties.alarms).toEqual(alarmsIn(Resources).map(([name]) => `\${${name}.Arn}`));
});

verifies("runtime:aws:runbooks", () => {
  const guide = readFileSync(new URL("../../docs/guides/aws-operations.md", import.meta.url), "utf8");
  const headings = [...guide.matchAll(/^### `(\w+)`: /gm)].map(([, name]) => name);
  expect(headings).toEqual(alarms.map(([name]) => name));
});

/** Line that Lambda writes for a failed invocation, as its Telemetry API describes `platform.report`. */
const platformReport = (status: string) => ({
  time: "2026-11-28T01:00:00.000Z",
  type: "platform.report",
  record: { requestId: "6f7f0961f83442118a7af6fe80b88d56", status, metrics: { durationMs: 29_000 } },
});

test("a function that crashes or times out is counted, for every function", () => {
  expect(Resources.FunctionFailures.Properties.FilterPattern).toBe(
    '{ $.type = "platform.report" && $.record.status != "success" }',
  );
  const counts = ({ type, record }: ReturnType<typeof platformReport>) =>
    type === "platform.report" && record.status !== "success";
  expect(["success", "failure", "error", "timeout"].map((status) => counts(platformReport(status)))).toEqual([
    false,
    true,
    true,
    true,
  ]);
  // Lambda writes these lines as JSON, and only at this level those of failures.
  const { lambda } = parse(text, { logLevel: "error" }).provider.logs;
  expect(lambda).toMatchObject({ logFormat: "JSON", applicationLogLevel: "TRACE", systemLogLevel: "WARN" });
});

async function loggedLines() {
  const text = await service.logs();
  return text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
}

/** True if CloudWatch would count a line. Supports only the pattern features that we use. */
function isCounted(line: Readonly<Record<string, unknown>>): boolean {
  const pattern = String(Resources.RefusedSignIns.Properties.FilterPattern)
    .replaceAll(/\$\{param:prefix\}/g, "svc")
    .replaceAll(/\$\{param:prefixAlias\}/g, "otto");
  const [, paths = "", errors = ""] = /^\{ \((.+?)\) && \((.+)\) \}$/.exec(pattern) ?? [];
  const starts = paths.split(" || ").map((term) => /^\$\.path = "([^"*]*)\*"$/.exec(term)?.[1]);
  const names = errors.split(" || ").map((term) => /^\$\.error = "(\w+)"$/.exec(term)?.[1]);
  expect([...starts, ...names]).not.toContain(undefined);
  return starts.some((start) => String(line.path).startsWith(String(start))) && names.includes(String(line.error));
}

test("rejected users and keys are counted by the service's log lines, and nothing else is", async () => {
  const key = await service.aKey();
  const calls = [
    ["/svc/api/api-key", basicAuth("admin", "wrong")],
    ["/svc/api/api-key", `Bearer ak_${"x".repeat(49)}`],
    ["/otto/api/api-key", `Bearer ak_${"x".repeat(49)}`],
    ["/svc/api/api-key", basicAuth("admin", "admin-pass")],
    ["/svc/fmi/data/vLatest/databases/Contacts/layouts", "Bearer dk_wrong"],
    ["/svc/fmi/data/vLatest/databases/Contacts/layouts", `Bearer ${key}`],
  ] as const;
  for (const [path, authorization] of calls)
    await service.raw("GET", path, { headers: { Authorization: authorization } });
  const ofCalls = (await loggedLines()).filter(({ method }) => method === "GET");
  expect(ofCalls.map((line) => [line.status, isCounted(line)])).toEqual([
    [expect.any(Number), true],
    [401, true],
    [401, true],
    [200, false],
    [401, false],
    [200, false],
  ]);
});

// "Filter pattern syntax for JSON": both terms must match in one line.
const failurePattern = '{ $.level = "error" && $.status >= 500 }';

verifies("runtime:aws:failures-counted", async () => {
  expect(Resources.Failures.Properties.FilterPattern).toBe(failurePattern);
  const key = await service.aKey();
  const statuses = [];
  for (const fault of [
    { kind: "status", status: 500, code: "401", message: "No records match the request" },
    { kind: "reset" },
  ] as const) {
    service.sandbox.faults.set({ ...fault, path: "layouts" });
    const { status } = await service.raw("GET", "/svc/fmi/data/vLatest/databases/Contacts/layouts", {
      headers: { Authorization: `Bearer ${key}` },
    });
    service.sandbox.faults.clear();
    // One line for the call, and another one among the errors; on one machine, errors have a separate file and no level.
    const lines = (await loggedLines()).filter((line) => line.status === status);
    statuses.push([status, onAws ? lines.map(({ level }) => level) : lines.length]);
  }
  expect(statuses).toEqual(
    onAws
      ? [
          [500, ["info"]],
          [502, ["info", "error"]],
        ]
      : [
          [500, 1],
          [502, 2],
        ],
  );
});

import { readFileSync } from "node:fs";
import { afterAll, expect, test } from "vitest";
import { parse } from "yaml";
import { basicAuth, onAws, testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";

const service = await testService();
afterAll(() => service.stop());

// CloudFormation's own tags are parsed as the text after them.
const text = readFileSync(new URL("../../serverless.yml", import.meta.url), "utf8");
const { Resources } = parse(text, { logLevel: "error", merge: true }).resources;

// biome-ignore lint/suspicious/noExplicitAny: CloudFormation's types; tests read arbitrary fields
const alarms = Object.values<{ Type: string; Properties: Record<string, any> }>(Resources)
  .filter(({ Type }) => Type === "AWS::CloudWatch::Alarm")
  .map(({ Properties }) => Properties);

verifies("runtime:aws:alarms", () => {
  expect(
    alarms.map(({ Metrics, Dimensions = [], MetricName, Threshold }) => {
      const [{ Expression = "" } = {}] = Metrics ?? [];
      const [{ Value = "" } = {}] = Dimensions;
      return [MetricName ?? Expression, Value, Threshold];
    }),
  ).toEqual([
    ["ApproximateNumberOfMessagesVisible", "DeadJobs.QueueName", 0],
    ["failures / calls", "", 0.05],
    ["Errors", "ProxyLambdaFunction", 0],
    ["Throttles", "ProxyLambdaFunction", 0],
    ["Errors", "JobsLambdaFunction", 0],
    ["Throttles", "JobsLambdaFunction", 0],
    ["ApproximateAgeOfOldestMessage", "Jobs.QueueName", 600],
    ["SweepFailures", "", 2],
    ["RefusedSignIns", "", 20],
  ]);
  for (const { AlarmActions, ComparisonOperator, TreatMissingData } of alarms) {
    expect(JSON.stringify(AlarmActions)).toContain("alarmTopicArn");
    expect([ComparisonOperator, TreatMissingData]).toEqual(["GreaterThanThreshold", "notBreaching"]);
  }
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
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a variable of serverless.yml, not of JavaScript
  const pattern = String(Resources.RefusedSignIns.Properties.FilterPattern).replaceAll("${param:prefix}", "svc");
  const [, path = "", errors = ""] = /^\{ \$\.path = "([^"*]*)\*" && \((.+)\) \}$/.exec(pattern) ?? [];
  const names = errors.split(" || ").map((term) => /^\$\.error = "(\w+)"$/.exec(term)?.[1]);
  expect(names).not.toContain(undefined);
  return String(line.path).startsWith(path) && names.includes(String(line.error));
}

test("rejected users and keys are counted by the service's log lines, and nothing else is", async () => {
  const key = await service.aKey();
  const calls = [
    ["/svc/api/api-key", basicAuth("admin", "wrong")],
    ["/svc/api/api-key", `Bearer ak_${"x".repeat(49)}`],
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

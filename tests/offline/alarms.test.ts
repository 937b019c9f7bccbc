import { readFileSync } from "node:fs";
import { afterAll, expect, test } from "vitest";
import { parse } from "yaml";
import { basicAuth, testService } from "../support/test-service.ts";

const service = await testService();
afterAll(() => service.stop());

// CloudFormation's own tags come as the text behind them.
const text = readFileSync(new URL("../../serverless.yml", import.meta.url), "utf8");
const { Resources } = parse(text, { logLevel: "error", merge: true }).resources;

/** Alarms by what they count, and by the threshold above which they are raised. */
const alarms = Object.values<{ Type: string; Properties: Record<string, unknown> }>(Resources)
  .filter(({ Type }) => Type === "AWS::CloudWatch::Alarm")
  .map(({ Properties }) => Properties);

test("the administrator is notified of dead letters, of a rate of 5xx and of refused sign-ins, where a topic is set", () => {
  expect(alarms.map(({ MetricName, Threshold }) => [MetricName, Threshold])).toEqual([
    ["ApproximateNumberOfMessagesVisible", 0],
    ["5XXError", 0.05],
    ["RefusedSignIns", 20],
  ]);
  for (const { AlarmActions, ComparisonOperator } of alarms) {
    expect(JSON.stringify(AlarmActions)).toContain("alarmTopicArn");
    expect(ComparisonOperator).toBe("GreaterThanThreshold");
  }
});

/** Whether CloudWatch would count a line: its pattern is read as far as ours goes. */
function isCounted(line: Readonly<Record<string, unknown>>): boolean {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a variable of serverless.yml, not of JavaScript
  const pattern = String(Resources.RefusedSignIns.Properties.FilterPattern).replaceAll("${param:prefix}", "svc");
  const [, path = "", errors = ""] = /^\{ \$\.path = "([^"*]*)\*" && \((.+)\) \}$/.exec(pattern) ?? [];
  const names = errors.split(" || ").map((term) => /^\$\.error = "(\w+)"$/.exec(term)?.[1]);
  expect(names).not.toContain(undefined);
  return String(line.path).startsWith(path) && names.includes(String(line.error));
}

test("refused people and keys are counted by the lines that the service writes, and nobody else is", async () => {
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
  const lines = (await service.logs())
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  const ofCalls = lines.filter(({ method }) => method === "GET");
  expect(ofCalls.map((line) => [line.status, isCounted(line)])).toEqual([
    [expect.any(Number), true],
    [401, true],
    [200, false],
    [401, false],
    [200, false],
  ]);
});

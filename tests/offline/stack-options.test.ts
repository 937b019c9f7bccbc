import { expect, test } from "vitest";
import { dashboardBody } from "../../scripts/dashboard.ts";
import { applyOptions, joinSchedules } from "../../scripts/stack-options.ts";

const rule = (owner: string, sweep: string, rate = "rate(1 minute)") => ({
  Type: "AWS::Events::Rule",
  Properties: {
    ScheduleExpression: rate,
    State: "ENABLED",
    Targets: [{ Id: `${owner}Schedule`, Arn: { "Fn::GetAtt": [owner, "Arn"] }, Input: sweep }],
  },
});
const permission = (owner: string, from: string) => ({
  Type: "AWS::Lambda::Permission",
  Properties: { FunctionName: { "Fn::GetAtt": [owner, "Arn"] }, SourceArn: { "Fn::GetAtt": [from, "Arn"] } },
});

test("schedules of one time share a rule, and each of their functions one permission", () => {
  const resources = {
    One: rule("Jobs", "queue"),
    MayOne: permission("Jobs", "One"),
    Two: rule("Jobs", "watches"),
    MayTwo: permission("Jobs", "Two"),
    Three: rule("Deliveries", "attempts"),
    MayThree: permission("Deliveries", "Three"),
    Daily: rule("Jobs", "tidy", "rate(1 day)"),
    MayDaily: permission("Jobs", "Daily"),
  };
  joinSchedules(resources);
  expect(Object.keys(resources)).toEqual(["One", "MayOne", "MayThree", "Daily", "MayDaily"]);
  expect(resources.One.Properties.Targets.map(({ Id, Input }) => [Id, Input])).toEqual([
    ["One-0", "queue"],
    ["Two-0", "watches"],
    ["Three-0", "attempts"],
  ]);
  expect(resources.MayThree).toEqual(permission("Deliveries", "One"));
});

test("a rule has at most five targets", () => {
  const resources = Object.fromEntries(Array.from({ length: 7 }, (_, at) => [`Rule${at}`, rule("Jobs", String(at))]));
  joinSchedules(resources);
  const targets = Object.values(resources).map(({ Properties }) => Properties.Targets.length);
  expect(targets).toEqual([5, 2]);
});

test("concurrency is reserved only for functions that have a number, and traces need the parameter", () => {
  const stack = () => ({
    ProxyLambdaFunction: { Type: "AWS::Lambda::Function", Properties: {} as Record<string, unknown> },
    LogsLambdaFunction: { Type: "AWS::Lambda::Function", Properties: {} as Record<string, unknown> },
    ApiStage: { Type: "AWS::ApiGateway::Stage", Properties: {} as Record<string, unknown> },
  });
  const plain = stack();
  applyOptions(plain, { concurrency: { proxy: "", logs: "" }, tracing: "false" });
  expect(plain).toEqual(stack());
  const optional = stack();
  applyOptions(optional, { concurrency: { proxy: "50", logs: "" }, tracing: "true" });
  expect(optional.ProxyLambdaFunction.Properties).toEqual({
    ReservedConcurrentExecutions: 50,
    TracingConfig: { Mode: "Active" },
  });
  expect(optional.LogsLambdaFunction.Properties).toEqual({ TracingConfig: { Mode: "Active" } });
  expect(optional.ApiStage.Properties).toEqual({ TracingEnabled: true });
  expect(() => applyOptions(stack(), { concurrency: { proxi: "1" }, tracing: "false" })).toThrow("no function proxi");
});

test("the dashboard is JSON, and its widgets don't overlap", () => {
  const { widgets } = JSON.parse(String(Object.values(dashboardBody())[0]));
  const places = widgets.map(({ x, y }: { readonly x: number; readonly y: number }) => `${x} ${y}`);
  expect(new Set(places).size).toBe(widgets.length);
});

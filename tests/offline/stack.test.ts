import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, test } from "vitest";
import { tableDefinition, timeToLive } from "../../shared/aws/dynamo-schema.ts";

const root = new URL("../../", import.meta.url);

interface Resource {
  readonly Type: string;
  // biome-ignore lint/suspicious/noExplicitAny: CloudFormation's shapes, which the tests look into as they please
  readonly Properties: any;
}

let resources: Readonly<Record<string, Resource>>;

beforeAll(() => {
  const program = fileURLToPath(new URL("scripts/package.ts", root));
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, "--param=fmsUrl=https://fms.example.com"], {
    encoding: "utf8",
    // No account, no network: what is packaged here is what anyone packages.
    env: { PATH: process.env.PATH, HOME: "/nonexistent" },
  });
  expect(status, stdout + stderr).toBe(0);
  const template = new URL(".serverless/cloudformation-template-update-stack.json", root);
  resources = JSON.parse(readFileSync(template, "utf8")).Resources;
});

const ofType = (type: string) => Object.entries(resources).filter(([, resource]) => resource.Type === type);

describe("the packaged stack", () => {
  test("gives every function a role of its own, Node 24 on arm64, and the time of its kind", () => {
    const functions = ofType("AWS::Lambda::Function");
    const roles = functions.map(([, { Properties }]) => JSON.stringify(Properties.Role));
    expect(functions.length).toBeGreaterThan(0);
    expect(new Set(roles).size).toBe(functions.length);
    for (const [name, { Properties }] of functions) {
      expect(Properties, name).toMatchObject({ Runtime: "nodejs24.x", Architectures: ["arm64"] });
      expect(Properties.Timeout, name).toBe(name.startsWith("Proxy") ? 900 : 29);
    }
  });

  test("allows no role everything of anything", () => {
    const statements = ofType("AWS::IAM::Role").flatMap(([name, { Properties }]) =>
      (Properties.Policies ?? []).flatMap((policy: Resource["Properties"]) =>
        policy.PolicyDocument.Statement.map((statement: object) => ({ name, ...statement })),
      ),
    );
    expect(statements.length).toBeGreaterThan(0);
    const broken = statements.filter(({ Action, Resource: resource }) => hasStar(Action) || hasStar(resource));
    expect(broken).toEqual([]);
  });

  test("lets the proxy write sessions, and of keys nothing but their last use", () => {
    const [, role] = ofType("AWS::IAM::Role").find(([name]) => name === "ProxyRole") ?? [];
    const writes = role?.Properties.Policies[0].PolicyDocument.Statement.filter(({ Action }: { Action: string[] }) =>
      Action.some((action) => /^dynamodb:(?:Put|Update|Delete)/.test(action)),
    );
    for (const { Action, Condition } of writes) {
      const keys = Object.values(Condition).flatMap(
        (operator) => (operator as Record<string, string[]>)["dynamodb:LeadingKeys"] ?? [],
      );
      expect(keys.length).toBeGreaterThan(0);
      if (keys.includes("keys#data")) expect(Action).toEqual(["dynamodb:UpdateItem"]);
    }
  });

  test("streams what the proxies answer, and nothing else", () => {
    const streaming = ofType("AWS::ApiGateway::Method").filter(
      ([, { Properties }]) => Properties.Integration?.ResponseTransferMode === "STREAM",
    );
    expect(streaming).toHaveLength(2);
    for (const [, { Properties }] of streaming) {
      expect(JSON.stringify(Properties.Integration.Uri)).toContain("/response-streaming-invocations");
      expect(Properties.Integration.TimeoutInMillis).toBe(900_000);
    }
  });

  test("keeps the table as the adapter expects it, and safe from an accident", () => {
    const { Properties } = resources.Table as Resource;
    const { KeySchema, AttributeDefinitions, GlobalSecondaryIndexes, BillingMode } = tableDefinition("any");
    expect(Properties).toMatchObject({ KeySchema, AttributeDefinitions, GlobalSecondaryIndexes, BillingMode });
    expect(Properties.TimeToLiveSpecification).toEqual(timeToLive("any").TimeToLiveSpecification);
    expect(Properties.DeletionProtectionEnabled).toBe(true);
    expect(Properties.PointInTimeRecoverySpecification.PointInTimeRecoveryEnabled).toBe(true);
  });

  test("opens no bucket to the public", () => {
    for (const [name, { Properties }] of ofType("AWS::S3::Bucket")) {
      if (name === "ServerlessDeploymentBucket") continue; // The framework's own: encrypted, and private by default.
      expect(Object.values(Properties.PublicAccessBlockConfiguration), name).toEqual([true, true, true, true]);
    }
  });

  test("gives every queue that is worked on a place for what fails, and six times the time of its consumer", () => {
    const { Properties } = resources.Jobs as Resource;
    expect(Properties.RedrivePolicy.maxReceiveCount).toBe(5);
    expect(Properties.VisibilityTimeout).toBe(6 * 900);
  });
});

/** Log streams have names that nobody knows before: their group's own address ends in a star, and stands for them alone. */
function hasStar(value: unknown): boolean {
  return JSON.stringify(value).includes("*");
}

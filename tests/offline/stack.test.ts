import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { loadAwsServiceSpecSync } from "@aws-cdk/aws-service-spec";
import { describe, expect, test } from "vitest";
import { streamsAnswers } from "#shared/contract/operation.ts";
import { countedField } from "#shared/usage/lines/counting-by-lines.ts";
import { workers as deliveries } from "../../functions/deliveries/workers.ts";
import { workers as jobs } from "../../functions/jobs/workers.ts";
import { consoleSecurity } from "../../local-runtime/console/console-headers.ts";
import { readRouteTable } from "../../local-runtime/http/route-table.ts";
import { intrinsicFaults } from "../../sandbox/aws/cloudformation/intrinsic-rules.ts";
import type { Template } from "../../sandbox/aws/cloudformation/template.ts";
import { stackCounts } from "../../scripts/aws-cost.ts";
import { servedContracts } from "../../scripts/check-routes.ts";
import { edgeAlarmsTemplate } from "../../scripts/deployment/edge-alarms.ts";
import { specificationOf } from "../../scripts/dev-aws/resource-specification.ts";
import { packagedFunctions } from "../../scripts/packaged-functions.ts";
import { tableDefinition, timeToLive } from "../support/table-definition.ts";
import { verifies } from "../support/verifies.ts";
import { referenceFaults } from "./support/reference-faults.ts";
import { routeFaults } from "./support/route-faults.ts";
import { shapeFaults } from "./support/shape-faults.ts";

const root = new URL("../../", import.meta.url);

interface Resource {
  readonly Type: string;
  readonly DependsOn?: string | readonly string[];
  readonly Condition?: string;
  // biome-ignore lint/suspicious/noExplicitAny: CloudFormation's types; tests read arbitrary fields
  readonly Properties: any;
}

// No account, no network: the package is the same for everyone. Outside of a hook, because its duration depends on the machine.
const packaged = deploy("--dry-run", "--param=fmsUrl=https://fms.invalid", "--param=region=eu-central-1");
if (packaged.status !== 0) throw new Error(packaged.stdout + packaged.stderr);
const reported = packaged.stdout;
const template: Template = JSON.parse(
  readFileSync(new URL(".serverless/cloudformation-template-update-stack.json", root), "utf8"),
);
const resources = template.Resources as Readonly<Record<string, Resource>>;

function deploy(...words: readonly string[]) {
  const program = fileURLToPath(new URL("scripts/deploy.ts", root));
  const env = { PATH: process.env.PATH, HOME: "/nonexistent", AWS_EC2_METADATA_DISABLED: "true" };
  return spawnSync(process.execPath, [program, ...words], { encoding: "utf8", env });
}

const routes = readRouteTable(new URL("serverless.yml", root));
const served = await servedContracts(routes);
/** Handlers of the functions that the API calls, by path prefix, and whether they stream. */
const stackFunctions = Object.entries(served)
  .map(([name, contract]) => [`functions/${name}/`, name, Object.values(contract).some(streamsAnswers)] as const)
  .toSorted(([, one], [, other]) => one.localeCompare(other));

/** Returns the queue that triggers a function. */
const queueOf = (name: string): string | undefined =>
  ofType("AWS::Lambda::EventSourceMapping").find(([, { Properties }]) =>
    JSON.stringify(Properties.FunctionName).includes(`"${name}"`),
  )?.[1].Properties.EventSourceArn["Fn::GetAtt"][0];

/** Returns a policy's statements, including those that a condition adds. */
const statementsOf = (policy: Resource["Properties"]): Resource["Properties"][] =>
  policy.PolicyDocument.Statement.map((statement: Resource["Properties"]) => statement["Fn::If"]?.[1] ?? statement);

const ofType = (type: string) => Object.entries(resources).filter(([, resource]) => resource.Type === type);

describe("the packaged stack", () => {
  test("has no type, property, or reference that CloudFormation doesn't know", () => {
    const spec = loadAwsServiceSpecSync();
    const faults = [
      ...shapeFaults(template, spec),
      ...referenceFaults(template, spec),
      ...intrinsicFaults(template, specificationOf(spec)),
    ];
    expect(faults).toEqual([]);
    // CloudFormation's limit is 500. From this number on, the stack would be split into two.
    expect(Object.keys(resources).length).toBeLessThanOrEqual(320);
  });

  test("packs the bundle of one function into each zip, and nothing else", () => {
    const packed = packagedFunctions();
    const functions = ofType("AWS::Lambda::Function").map(([, { Properties }]) => Properties.Handler.split("/")[1]);
    expect(packed.map(({ name }) => name)).toEqual(functions.sort());
    for (const { name, files } of packed) {
      const names = files.map((file) => file.name);
      expect(names).toContain(`functions/${name}/lambda.mjs`);
      expect(names.filter((file) => !new RegExp(`^functions/${name}/lambda(?:\\.[\\w-]+)?\\.mjs$`).test(file))).toEqual(
        [],
      );
    }
  });

  test("has what docs/reference/aws-cost.md counts", () => {
    const metricsOf = (properties: Resource["Properties"]): number =>
      (properties.Metrics ?? [{ MetricStat: {} }]).filter((query: object) => "MetricStat" in query).length;
    const sumOf = (all: readonly (readonly [string, Resource])[]) =>
      all.reduce((sum, [, { Properties }]) => sum + metricsOf(Properties), 0);
    const edge = edgeAlarmsTemplate("E1", "arn:aws:sns:us-east-1:123456789012:alarms").Resources;
    const [[, { Properties: key }] = ["", { Properties: {} }]] = ofType("AWS::KMS::Key");
    expect(key.EnableKeyRotation).toBe(true);
    const priced = ["ProxyLambdaFunction", "JobsLambdaFunction", "DeliveriesLambdaFunction", "ReceiverLambdaFunction"];
    const [memoryMb, ...others] = new Set(priced.map((name) => (resources[name] as Resource).Properties.MemorySize));
    expect(others).toEqual([]);
    expect({
      kmsKeys: ofType("AWS::KMS::Key").length,
      kmsRotationDays: key.RotationPeriodInDays,
      alarmMetrics: sumOf(ofType("AWS::CloudWatch::Alarm")),
      edgeAlarmMetrics: sumOf(Object.entries(edge as unknown as Record<string, Resource>)),
      metricFilters: ofType("AWS::Logs::MetricFilter").length,
      polledQueues: ofType("AWS::Lambda::EventSourceMapping").length,
      schedules: ofType("AWS::Events::Rule").reduce((sum, [, { Properties }]) => sum + Properties.Targets.length, 0),
      memoryMb,
    }).toEqual(stackCounts);
    // What has its own price is optional.
    for (const [name, { Type, Condition }] of Object.entries(resources))
      if (/Dashboard|^AWS::(?:Backup|Budgets)/.test(Type)) expect(Condition, name).toEqual(expect.any(String));
  });

  test("gives every function its own role, Node 24 on arm64, and the timeout of its kind", () => {
    const functions = ofType("AWS::Lambda::Function");
    const roles = functions.map(([, { Properties }]) => JSON.stringify(Properties.Role));
    expect(functions.length).toBeGreaterThan(0);
    expect(new Set(roles).size).toBe(functions.length);
    for (const [name, { Properties }] of functions) {
      expect(Properties, name).toMatchObject({ Runtime: "nodejs24.x", Architectures: ["arm64"] });
      // As calculated in docs/reference/aws-cost.md.
      expect(Properties.MemorySize, name).toBe(name === "OauthLambdaFunction" ? 1024 : 512);
      const [, , streams] = stackFunctions.find(([handler]) => Properties.Handler.startsWith(handler)) ?? [];
      const isLong = streams === true || queueOf(name) !== undefined;
      expect(Properties.Timeout, name).toBe(isLong ? 900 : 29);
    }
  });

  test("lets every function write to the service's one log group, and to no other", () => {
    expect(ofType("AWS::Logs::LogGroup").map(([name]) => name)).toEqual(["ServiceLog"]);
    const { LogGroupName } = (resources.ServiceLog as Resource).Properties;
    for (const [name, { Properties }] of ofType("AWS::Lambda::Function")) {
      expect(Properties.LoggingConfig, name).toEqual({
        LogGroup: LogGroupName,
        LogFormat: "JSON",
        ApplicationLogLevel: "TRACE",
        SystemLogLevel: "WARN",
      });
      const role = resources[Properties.Role["Fn::GetAtt"][0]] as Resource;
      const writes = statementsOf(role.Properties.Policies[0]).filter(({ Action }: { Action: string[] }) =>
        Action.includes("logs:PutLogEvents"),
      );
      expect(writes, name).toEqual([
        { Effect: "Allow", Action: expect.any(Array), Resource: { "Fn::GetAtt": ["ServiceLog", "Arn"] } },
      ]);
    }
  });

  test("grants no role full access to anything", () => {
    const roles = ofType("AWS::IAM::Role");
    const statements = roles.flatMap(([name, { Properties }]) =>
      (Properties.Policies ?? []).flatMap((policy: Resource["Properties"]) =>
        statementsOf(policy).map((statement) => ({ name, ...statement })),
      ),
    );
    expect(statements.length).toBeGreaterThan(0);
    // X-Ray has no resources; only with the parameter `tracing`.
    const isTracing = ({ Action }: { readonly Action: readonly string[] }) =>
      Action.every((action) => action.startsWith("xray:Put"));
    const broken = statements.filter(
      (statement) => !isTracing(statement) && (hasStar(statement.Action) || hasStar(statement.Resource)),
    );
    expect(broken).toEqual([]);
    // "Everything except" grants more than anyone has listed, and a managed policy has content that no one here has reviewed.
    expect(statements.filter((statement) => "NotAction" in statement || "NotResource" in statement)).toEqual([]);
    expect(roles.filter(([, { Properties }]) => Properties.ManagedPolicyArns !== undefined)).toEqual([]);
    expect([...ofType("AWS::IAM::Policy"), ...ofType("AWS::IAM::ManagedPolicy")]).toEqual([]);
  });

  test("lets schedules send to the queues of work and deliveries and their dead letters, and only schedules assume their role", () => {
    const { AssumeRolePolicyDocument, Policies } = (resources.SchedulerRole as Resource).Properties;
    expect(AssumeRolePolicyDocument.Statement).toEqual([
      {
        Effect: "Allow",
        Principal: { Service: "scheduler.amazonaws.com" },
        Action: "sts:AssumeRole",
        Condition: {
          StringEquals: {
            "aws:SourceAccount": { Ref: "AWS::AccountId" },
            "aws:SourceArn": { "Fn::GetAtt": ["Schedules", "Arn"] },
          },
        },
      },
    ]);
    expect(Policies[0].PolicyDocument.Statement).toEqual([
      {
        Effect: "Allow",
        Action: ["sqs:SendMessage"],
        Resource: ["Jobs", "DeadJobs", "Deliveries", "DeadDeliveries"].map((name) => ({ "Fn::GetAtt": [name, "Arn"] })),
      },
    ]);
  });

  test("lets the proxy write sessions, and only the last use of keys", () => {
    const [, role] = ofType("AWS::IAM::Role").find(([name]) => name === "ProxyRole") ?? [];
    const writes = statementsOf(role?.Properties.Policies[0]).filter(({ Action }: { Action: string[] }) =>
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

  test("streams every response of a streaming function, and no other function's", () => {
    const methods = ofType("AWS::ApiGateway::Method").filter(
      ([, { Properties }]) => Properties.HttpMethod !== "OPTIONS",
    );
    const lambdas = Object.fromEntries(ofType("AWS::Lambda::Function"));
    for (const [name, { Properties }] of methods) {
      const { ResponseTransferMode, Uri, TimeoutInMillis } = Properties.Integration;
      const [target = ""] = /\w+LambdaFunction/.exec(JSON.stringify(Uri)) ?? [];
      const { Handler } = (lambdas[target] as Resource).Properties;
      const owner = stackFunctions.find(([handler]) => Handler.startsWith(handler));
      expect(owner, name).toBeDefined();
      const streams = owner?.[2] === true;
      expect(ResponseTransferMode === "STREAM", name).toBe(streams);
      if (!streams) continue;
      expect(JSON.stringify(Uri)).toContain("/response-streaming-invocations");
      expect(TimeoutInMillis).toBe(900_000);
    }
    expect(stackFunctions.filter(([, , streams]) => streams).map(([, name]) => name)).toEqual([
      "builds",
      "files",
      "logs",
      "mcp",
      "proxy",
      "public",
      "receiver",
    ]);
  });

  test("gives each path prefix one owner for all methods, and no path two variables, because API Gateway accepts one", () => {
    expect(routeFaults(template)).toEqual([]);
    const methods = ofType("AWS::ApiGateway::Method").map(([, { Properties }]) => Properties.HttpMethod);
    expect(new Set(methods)).toEqual(new Set(["ANY"]));
  });

  test("keeps the table as the adapter expects it", () => {
    const { Properties } = resources.Table as Resource;
    const { KeySchema, AttributeDefinitions, GlobalSecondaryIndexes, BillingMode } = tableDefinition("any");
    expect(Properties).toMatchObject({ KeySchema, AttributeDefinitions, GlobalSecondaryIndexes, BillingMode });
    expect(Properties.TimeToLiveSpecification).toEqual(timeToLive("any").TimeToLiveSpecification);
    expect(Properties.PointInTimeRecoverySpecification.PointInTimeRecoveryEnabled).toBe(true);
  });

  verifies(
    "runtime:aws:failed-first",
    "CloudFormation can delete everything that a failed first deployment made",
    () => {
      // A protected table can't be deleted. Each policy deletes a resource if the deployment that creates it is rolled back.
      expect(resources.Table?.Properties).not.toHaveProperty("DeletionProtectionEnabled");
      const kept = Object.entries(template.Resources).flatMap(([name, { DeletionPolicy: policy }]) =>
        policy === undefined || policy === "Delete" ? [] : [[name, policy]],
      );
      expect(Object.fromEntries(kept)).toEqual({
        Table: "RetainExceptOnCreate",
        EncryptionKey: "RetainExceptOnCreate",
        Blobs: "RetainExceptOnCreate",
      });
      // "ScheduleKeyDeletion": at least seven days, in which a key costs nothing.
      expect(resources.EncryptionKey?.Properties.PendingWindowInDays).toBe(7);
    },
  );

  test("sends the console's files with the same headers as the local runtime", () => {
    const { ConsoleHeaders, Distribution } = resources as Record<"ConsoleHeaders" | "Distribution", Resource>;
    const { SecurityHeadersConfig: security, CustomHeadersConfig: custom } =
      ConsoleHeaders.Properties.ResponseHeadersPolicyConfig;
    const [separator, directives] = security.ContentSecurityPolicy.ContentSecurityPolicy["Fn::Join"];
    expect({
      "Content-Security-Policy": directives.join(separator),
      "Referrer-Policy": security.ReferrerPolicy.ReferrerPolicy,
      "X-Content-Type-Options": security.ContentTypeOptions.Override ? "nosniff" : "",
      ...Object.fromEntries(custom.Items.map(({ Header, Value }: Record<string, string>) => [Header, Value])),
    }).toEqual(consoleSecurity);
    const { DefaultCacheBehavior } = Distribution.Properties.DistributionConfig;
    expect(DefaultCacheBehavior.ResponseHeadersPolicyId).toEqual({ Ref: "ConsoleHeaders" });
  });

  test("answers requests without a matching API Gateway method in our envelope from the first deployment", () => {
    const envelopes = ofType("AWS::ApiGateway::GatewayResponse").map(([name]) => name);
    expect(envelopes.length).toBeGreaterThan(0);
    const needed = new Set<string>();
    const need = (name: string): void => {
      if (needed.has(name)) return;
      needed.add(name);
      for (const other of [(resources[name] as Resource).DependsOn ?? []].flat()) need(other);
    };
    const [deployment = ""] = ofType("AWS::ApiGateway::Deployment").map(([name]) => name);
    need(deployment);
    expect(envelopes.filter((name) => !needed.has(name))).toEqual([]);
  });

  test("serves console and API from one origin, and sends no request twice", () => {
    const { Origins, DefaultCacheBehavior, CacheBehaviors } = (resources.Distribution as Resource).Properties
      .DistributionConfig;
    expect(DefaultCacheBehavior.TargetOriginId).toBe("console");
    expect(CacheBehaviors).toContainEqual(expect.objectContaining({ PathPattern: "svc/*", TargetOriginId: "api" }));
    const api = Origins.find(({ Id }: { Id: string }) => Id === "api");
    expect(api.ConnectionAttempts).toBe(1);
    // Functions time out before CloudFront does.
    const seconds = api.CustomOriginConfig.OriginReadTimeout;
    for (const [name, { Properties }] of ofType("AWS::Lambda::Function"))
      expect(Properties.Environment.Variables.ANSWER_SECONDS, name).toBe(seconds);
  });

  test("encrypts the buckets, and expires abandoned uploads", () => {
    for (const name of ["Blobs", "Console"]) {
      const { BucketEncryption, LifecycleConfiguration } = (resources[name] as Resource).Properties;
      const [rule] = BucketEncryption.ServerSideEncryptionConfiguration;
      expect(rule.ServerSideEncryptionByDefault.SSEAlgorithm, name).toBe("AES256");
      expect(LifecycleConfiguration.Rules, name).toContainEqual(
        expect.objectContaining({ Status: "Enabled", AbortIncompleteMultipartUpload: { DaysAfterInitiation: 2 } }),
      );
    }
  });

  verifies("usage:lines:subscribed", () => {
    const subscriptions = ofType("AWS::Logs::SubscriptionFilter");
    // A log group can have two.
    expect(subscriptions.map(([, { DependsOn, Properties }]) => [[DependsOn].flat(), Properties])).toEqual([
      [
        ["CountedLinesPermission"],
        {
          LogGroupName: { Ref: "ServiceLog" },
          FilterPattern: `{ $.${countedField} = "*" }`,
          DestinationArn: { "Fn::GetAtt": ["JobsLambdaFunction", "Arn"] },
        },
      ],
    ]);
    expect(resources.CountedLinesPermission).toEqual({
      Type: "AWS::Lambda::Permission",
      Properties: {
        Action: "lambda:InvokeFunction",
        FunctionName: { "Fn::GetAtt": ["JobsLambdaFunction", "Arn"] },
        Principal: "logs.amazonaws.com",
        SourceAccount: { Ref: "AWS::AccountId" },
        SourceArn: { "Fn::GetAtt": ["ServiceLog", "Arn"] },
      },
    });
    // No caller waits for it.
    const methods = ofType("AWS::ApiGateway::Method").filter(([, resource]) =>
      JSON.stringify(resource).includes("JobsLambda"),
    );
    expect(methods).toEqual([]);
  });

  test("has a schedule for each worker, which names it", () => {
    const rules = ofType("AWS::Events::Rule").flatMap(([, { Properties }]) => Properties.Targets);
    const scheduled = (name: string) =>
      rules.filter(({ Arn }) => JSON.stringify(Arn).includes(name)).map(({ Input }) => JSON.parse(Input).sweep);
    expect(scheduled("JobsLambdaFunction").sort()).toEqual(Object.keys(jobs).sort());
    expect(scheduled("DeliveriesLambdaFunction")).toEqual(Object.keys(deliveries));
  });

  test("makes no bucket public", () => {
    for (const [name, { Properties }] of ofType("AWS::S3::Bucket")) {
      if (name === "ServerlessDeploymentBucket") continue; // The framework's own: encrypted, and private by default.
      expect(Object.values(Properties.PublicAccessBlockConfiguration), name).toEqual([true, true, true, true]);
    }
  });

  test("gives every consumed queue a dead-letter queue, and six times the timeout of its consumer", () => {
    const fed = ofType("AWS::Lambda::Function").flatMap(([name, { Properties }]) => {
      const queue = queueOf(name);
      return queue === undefined ? [] : [[queue, Properties.Timeout] as const];
    });
    expect(fed.map(([queue]) => queue).sort()).toEqual(["Deliveries", "Jobs"]);
    for (const [queue, seconds] of fed) {
      const { RedrivePolicy, VisibilityTimeout } = (resources[queue] as Resource).Properties;
      expect(RedrivePolicy, queue).toEqual({
        deadLetterTargetArn: { "Fn::GetAtt": [`Dead${queue}`, "Arn"] },
        maxReceiveCount: 5,
      });
      expect(VisibilityTimeout, queue).toBe(6 * seconds);
    }
  });

  verifies("runtime:aws:work-alone", () => {
    const sources = ofType("AWS::Lambda::EventSourceMapping").map(([, { Properties }]) => Properties);
    expect(sources).toHaveLength(2);
    for (const { BatchSize, ScalingConfig, FunctionResponseTypes } of sources)
      expect([BatchSize, ScalingConfig, FunctionResponseTypes]).toEqual([
        1,
        { MaximumConcurrency: 20 },
        ["ReportBatchItemFailures"],
      ]);
  });

  verifies("processes:chains:lambda", "Lambda's detection of loops is off for functions that feed their queue", () => {
    // "RecursiveLoop": Terminate, unless it is set. No other function has a queue that feeds it.
    const allowing = ofType("AWS::Lambda::Function").filter(
      ([, { Properties }]) => Properties.RecursiveLoop === "Allow",
    );
    expect(allowing.map(([name]) => name).sort()).toEqual(["DeliveriesLambdaFunction", "JobsLambdaFunction"]);
    expect(allowing.map(([name]) => queueOf(name)).sort()).toEqual(["Deliveries", "Jobs"]);
  });
});

describe("npm run deploy", () => {
  test("a dry run says what would be deployed, and that FileMaker Server couldn't be checked", () => {
    expect(reported).toContain("Can't reach https://fms.invalid from this machine.");
    expect(reported).toMatch(/Would upload the console: \d+ files, .*immutable".*\d+ files, .*cached as "no-cache"/);
    expect(reported).toMatch(/Would deploy to eu-central-1: .*\b1 AWS::DynamoDB::Table\b/);
  });
});

/**
 * Agent transfers, upload parts, delivery bodies, downloads and process outputs have unpredictable names: allowed is everything with these
 * prefixes, and nothing else in the bucket.
 */
const ownBlobs = /\/(?:agent|deliveries|downloads|processes|uploads)\/\*/g;
/** Agent connections also have unpredictable names, in the WebSocket API of every stage. */
const connections = "/*/@connections/*";

/** Delayed messages are named after their subject. */
const schedules = /\/(?:delivery|process|schedule)-\*/g;

/**
 * True if a value contains a wildcard. Ignores log streams, whose names are unpredictable: their group's ARN ends in a star, which only
 * represents them.
 */
function hasStar(value: unknown): boolean {
  return JSON.stringify(value)
    .replaceAll(ownBlobs, "")
    .replaceAll(connections, "")
    .replaceAll(schedules, "")
    .includes("*");
}

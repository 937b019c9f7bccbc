import { describe, expect, test } from "vitest";
import type { Properties, Resource, Template } from "../../sandbox/aws/cloudformation/template.ts";
import { emptyAccount } from "./support/account.ts";

type Resources = Template["Resources"];

const resource = (Type: string, Properties: Properties = {}, more: Partial<Resource> = {}): Resource => ({
  Type,
  Properties,
  ...more,
});
const queue = (properties: Properties = {}) => resource("AWS::SQS::Queue", properties);
const ref = (name: string) => ({ Ref: name });
const attribute = (name: string, of = "Arn") => ({ "Fn::GetAtt": [name, of] });

const capabilities = ["CAPABILITY_NAMED_IAM"] as const;

/** Creates a stack, and updates it if there is a second template. Returns its failure. */
async function failureOf(
  first: Resources,
  second?: Resources,
  inAccount = emptyAccount(),
): Promise<string | undefined> {
  const formation = inAccount.formation("us-east-1");
  const created = await formation.createStack({ name: "s", template: { Resources: first }, capabilities });
  if (second === undefined) return created.reason;
  expect(created.reason).toBeUndefined();
  return (await formation.updateStack({ name: "s", template: { Resources: second }, capabilities })).reason;
}

/** Creates a stack and deletes it. Returns why a resource stays. */
async function deletionFailureOf(resources: Resources, inAccount = emptyAccount()): Promise<string | undefined> {
  const formation = inAccount.formation("us-east-1");
  const stack = await formation.createStack({ name: "s", template: { Resources: resources }, capabilities });
  expect(stack.reason).toBeUndefined();
  await formation.deleteStack("s");
  return stack.events.find(({ status }) => status === "DELETE_FAILED")?.reason;
}

/** Returns a role that services can assume, with rights on everything. */
const role = (services: readonly string[] = ["lambda.amazonaws.com"], actions: readonly string[] = ["*"]) =>
  resource("AWS::IAM::Role", {
    AssumeRolePolicyDocument: {
      Statement: [{ Effect: "Allow", Principal: { Service: services }, Action: "sts:AssumeRole" }],
    },
    Policies: [
      {
        PolicyName: "rights",
        PolicyDocument: { Statement: [{ Effect: "Allow", Action: actions, Resource: "*" }] },
      },
    ],
  });

const lambda = (properties: Properties = {}) =>
  resource("AWS::Lambda::Function", {
    Code: { ZipFile: "exports.handler = async () => {}" },
    Handler: "index.handler",
    Runtime: "nodejs24.x",
    Role: attribute("Role"),
    ...properties,
  });
const withFunction = (properties: Properties = {}) => ({ Role: role(), Function: lambda(properties) });

describe("SQS", () => {
  const named = { Queue: queue({ QueueName: "jobs" }) };

  test("the name of a deleted queue is blocked for 60 seconds", async () => {
    const inAccount = emptyAccount();
    expect(await deletionFailureOf(named, inAccount)).toBeUndefined();
    expect(await failureOf(named, undefined, inAccount)).toContain("You must wait 60 seconds");
    await inAccount.formation("us-east-1").deleteStack("s");
    inAccount.account.advance(61);
    expect(await failureOf(named, undefined, inAccount)).toBeUndefined();
  });

  test.for<[string, Resources, string]>([
    ["a visibility timeout above 12 hours", { A: queue({ VisibilityTimeout: 43_201 }) }, "VisibilityTimeout"],
    ["a retention below a minute", { A: queue({ MessageRetentionPeriod: 59 }) }, "MessageRetentionPeriod"],
    [
      "a dead-letter queue that doesn't exist",
      { A: queue({ RedrivePolicy: { deadLetterTargetArn: "arn:aws:sqs:us-east-1:1:b", maxReceiveCount: 5 } }) },
      "Dead letter target does not exist",
    ],
    ["two queues with one name", { A: queue({ QueueName: "a" }), B: queue({ QueueName: "a" }) }, "already exists"],
  ])("%s is rejected", async ([, resources, reason]) => {
    expect(await failureOf(resources)).toContain(reason);
  });
});

describe("Lambda", () => {
  const mapped = (visibility: number, actions?: readonly string[], more: Properties = {}) => ({
    Role: role(["lambda.amazonaws.com"], actions),
    Function: lambda({ Timeout: 60 }),
    Queue: queue({ VisibilityTimeout: visibility }),
    Mapping: resource("AWS::Lambda::EventSourceMapping", {
      EventSourceArn: attribute("Queue"),
      FunctionName: ref("Function"),
      ...more,
    }),
  });

  test("a queue whose function has the rights and the time is mapped", async () => {
    expect(await failureOf(mapped(60))).toBeUndefined();
  });

  test.for<[string, Resources, string]>([
    ["a role that Lambda can't assume", { Role: role(["ecs.amazonaws.com"]), Function: lambda() }, "cannot be assumed"],
    ["a zip that isn't uploaded", withFunction({ Code: { S3Bucket: "b", S3Key: "k" } }), "NoSuchKey"],
    ["more than 15 minutes", withFunction({ Timeout: 901 }), "Timeout must be at most 900"],
    ["less than 128 MB", withFunction({ MemorySize: 64 }), "MemorySize"],
    [
      "more than 4 KB of variables",
      withFunction({ Environment: { Variables: { A: "a".repeat(4_096) } } }),
      "larger than 4096 bytes",
    ],
    ["a reserved variable", withFunction({ Environment: { Variables: { AWS_REGION: "a" } } }), "Reserved keys"],
    [
      "a network without its rights",
      { Role: role(["lambda.amazonaws.com"], ["sqs:*"]), Function: lambda({ VpcConfig: { SubnetIds: ["subnet-1"] } }) },
      "CreateNetworkInterface",
    ],
    ["reserving too much", withFunction({ ReservedConcurrentExecutions: 901 }), "below its minimum value of [100]"],
    [
      "a permission for a function that doesn't exist",
      {
        A: resource("AWS::Lambda::Permission", {
          Action: "lambda:InvokeFunction",
          FunctionName: "nope",
          Principal: "events.amazonaws.com",
        }),
      },
      "Function not found: nope",
    ],
    ["a queue with a visibility timeout below the function's", mapped(59), "less than Function timeout: 60 seconds"],
    ["a queue that the role can't read", mapped(60, ["sqs:SendMessage"]), "permissions to call ReceiveMessage on SQS"],
    ["batches of more than 10 at once", mapped(60, ["*"], { BatchSize: 11 }), "Maximum batch window"],
    ["one instance for a queue", mapped(60, ["*"], { ScalingConfig: { MaximumConcurrency: 1 } }), "from 2 to 1000"],
  ])("%s is rejected", async ([, resources, reason]) => {
    expect(await failureOf(resources)).toContain(reason);
  });

  test("a new account can't reserve anything", async () => {
    const small = emptyAccount(undefined, { lambdaConcurrency: 10 });
    expect(await failureOf(withFunction({ ReservedConcurrentExecutions: 1 }), undefined, small)).toContain(
      "minimum value",
    );
  });

  test("a function and a queue have one mapping", async () => {
    const { Mapping, ...others } = mapped(60);
    expect(await failureOf({ ...others, Mapping, Second: { ...Mapping, DependsOn: "Mapping" } })).toContain(
      "already exists",
    );
  });
});

describe("CloudFront", () => {
  const origin = (more: Properties = {}) => ({
    Id: "api",
    DomainName: "example.com",
    CustomOriginConfig: { OriginProtocolPolicy: "https-only", ...more },
  });
  const distribution = (config: Properties = {}, behavior: Properties = {}) =>
    resource("AWS::CloudFront::Distribution", {
      DistributionConfig: {
        Enabled: true,
        Origins: [origin()],
        DefaultCacheBehavior: { TargetOriginId: "api", ViewerProtocolPolicy: "https-only", ...behavior },
        ...config,
      },
    });
  const edge = { EventType: "origin-response", LambdaFunctionARN: ref("Version") };
  const withEdge = (services: readonly string[], properties: Properties = {}) => ({
    Role: role(services),
    Function: lambda(properties),
    Version: resource("AWS::Lambda::Version", { FunctionName: ref("Function") }),
    Distribution: distribution({}, { LambdaFunctionAssociations: [edge] }),
  });
  const both = ["lambda.amazonaws.com", "edgelambda.amazonaws.com"];
  const pages = (AutoPublish: boolean) =>
    resource("AWS::CloudFront::Function", {
      Name: "pages",
      AutoPublish,
      FunctionCode: "code",
      FunctionConfig: { Comment: "pages", Runtime: "cloudfront-js-2.0" },
    });
  const alias = { Aliases: ["a.example.com"], ViewerCertificate: { AcmCertificateArn: "arn:aws:acm:us-east-1:1:c/1" } };
  const control = resource("AWS::CloudFront::OriginAccessControl", {
    OriginAccessControlConfig: {
      Name: "console",
      OriginAccessControlOriginType: "s3",
      SigningBehavior: "always",
      SigningProtocol: "sigv4",
    },
  });

  test.for<[string, Resources, string]>([
    ["a missing origin", { A: distribution({}, { TargetOriginId: "nope" }) }, "There is no origin nope"],
    [
      "waiting for more than 120 seconds",
      { A: distribution({ Origins: [origin({ OriginReadTimeout: 121 })] }) },
      "1 to 120",
    ],
    [
      "a certificate of another region",
      {
        A: distribution({
          Aliases: ["a.example.com"],
          ViewerCertificate: { AcmCertificateArn: "arn:aws:acm:eu-central-1:1:c" },
        }),
      },
      "isn't in us-east-1",
    ],
    ["two distributions with one alias", { A: distribution(alias), B: distribution(alias) }, "CNAMEs"],
    [
      "a function that isn't published",
      {
        Pages: pages(false),
        A: distribution(
          {},
          { FunctionAssociations: [{ EventType: "viewer-request", FunctionARN: attribute("Pages", "FunctionARN") }] },
        ),
      },
      "isn't published",
    ],
    [
      "an edge function without a version",
      {
        A: distribution({}, { LambdaFunctionAssociations: [{ ...edge, LambdaFunctionARN: "made by npm run deploy" }] }),
      },
      "specific function version in us-east-1",
    ],
    ["an edge function that only Lambda can assume", withEdge(["lambda.amazonaws.com"]), "edgelambda.amazonaws.com"],
    ["an edge function on arm64", withEdge(both, { Architectures: ["arm64"] }), "architecture"],
    ["an edge function with variables", withEdge(both, { Environment: { Variables: { A: "a" } } }), "variables"],
    ["an edge function of more than 30 seconds", withEdge(both, { Timeout: 31 }), "30 seconds"],
    ["two access controls with one name", { A: control, B: control }, "OriginAccessControl console already exists"],
    ["two functions with one name", { A: pages(true), B: pages(true) }, "pages already exists"],
  ])("%s is rejected", async ([, resources, reason]) => {
    expect(await failureOf(resources)).toContain(reason);
  });

  test("the replicas of an edge function outlive its distribution for hours", async () => {
    const inAccount = emptyAccount();
    const formation = inAccount.formation("us-east-1");
    const stack = await formation.createStack({ name: "s", template: { Resources: withEdge(both) }, capabilities });
    expect(stack.reason).toBeUndefined();
    await formation.deleteStack("s");
    expect([stack.status, [...stack.resources.keys()]]).toEqual(["DELETE_FAILED", ["Role", "Function", "Version"]]);
    inAccount.account.advance(5 * 3600);
    await formation.deleteStack("s");
    expect(stack.status).toBe("DELETE_COMPLETE");
  });
});

describe("API Gateway", () => {
  const api = { Api: resource("AWS::ApiGateway::RestApi", { Name: "api" }) };
  const part = (PathPart: string) =>
    resource("AWS::ApiGateway::Resource", {
      RestApiId: ref("Api"),
      ParentId: attribute("Api", "RootResourceId"),
      PathPart,
    });
  const method = (Integration: Properties = { Type: "MOCK" }) =>
    resource("AWS::ApiGateway::Method", {
      RestApiId: ref("Api"),
      ResourceId: attribute("Api", "RootResourceId"),
      HttpMethod: "GET",
      Integration,
    });
  const deployment = resource("AWS::ApiGateway::Deployment", { RestApiId: ref("Api") }, { DependsOn: "Method" });
  const stage = (properties: Properties = {}) =>
    resource("AWS::ApiGateway::Stage", {
      RestApiId: ref("Api"),
      StageName: "prod",
      DeploymentId: ref("Deployment"),
      ...properties,
    });
  const deployed = { ...api, Method: method(), Deployment: deployment };

  test.for<[string, Resources, string]>([
    ["the same path twice", { ...api, A: part("a"), B: part("a") }, "already exists"],
    ["two variables below one path", { ...api, A: part("{a}"), B: part("{b+}") }, "only one is allowed"],
    [
      "a call of more than 29 seconds",
      { ...api, Method: method({ Type: "MOCK", TimeoutInMillis: 30_000 }) },
      "29000 ms",
    ],
    [
      "a streamed call of more than 15 minutes",
      { ...api, Method: method({ Type: "MOCK", TimeoutInMillis: 900_001, ResponseTransferMode: "STREAM" }) },
      "900000 ms",
    ],
    [
      "a deployment without methods",
      { ...api, Deployment: resource("AWS::ApiGateway::Deployment", { RestApiId: ref("Api") }) },
      "doesn't contain any methods",
    ],
    [
      "a path with slashes in a stage's settings",
      { ...deployed, Stage: stage({ MethodSettings: [{ HttpMethod: "GET", ResourcePath: "/a/b" }] }) },
      "Invalid method setting path: /a/b",
    ],
    [
      "a stage that logs, without a role in the account's settings",
      {
        ...deployed,
        Stage: stage({ AccessLogSetting: { DestinationArn: "arn:aws:logs:us-east-1:1:log-group:a", Format: "a" } }),
      },
      "CloudWatch Logs role ARN must be set in account settings",
    ],
    [
      "a WebSocket deployment without routes",
      {
        Api: resource("AWS::ApiGatewayV2::Api", {
          Name: "links",
          ProtocolType: "WEBSOCKET",
          RouteSelectionExpression: "$request.body.action",
        }),
        Deployment: resource("AWS::ApiGatewayV2::Deployment", { ApiId: ref("Api") }),
      },
      "At least one route is required",
    ],
  ])("%s is rejected", async ([, resources, reason]) => {
    expect(await failureOf(resources)).toContain(reason);
  });

  test("a stage moves to another deployment before the old one is deleted", async () => {
    const second = { ...deployed, Stage: stage({ DeploymentId: ref("Newer") }), Newer: deployment };
    const { Deployment: _, ...newer } = second;
    expect(await failureOf({ ...deployed, Stage: stage() }, newer)).toBeUndefined();
  });
});

describe("S3, DynamoDB and KMS", () => {
  const table = (properties: Properties = {}) =>
    resource("AWS::DynamoDB::Table", {
      BillingMode: "PAY_PER_REQUEST",
      AttributeDefinitions: [{ AttributeName: "pk", AttributeType: "S" }],
      KeySchema: [{ AttributeName: "pk", KeyType: "HASH" }],
      ...properties,
    });
  const index = (IndexName: string) => ({
    IndexName,
    KeySchema: [{ AttributeName: "pk", KeyType: "HASH" }],
    Projection: { ProjectionType: "ALL" },
  });
  const key = (properties: Properties = {}) =>
    resource("AWS::KMS::Key", {
      KeyPolicy: { Statement: [{ Effect: "Allow", Principal: { AWS: "*" }, Action: "kms:*", Resource: "*" }] },
      ...properties,
    });

  test("a protected table stays", async () => {
    expect(await deletionFailureOf({ A: table({ DeletionProtectionEnabled: true }) })).toContain("protected");
  });

  test("a bucket with objects stays", async () => {
    const inAccount = emptyAccount();
    const formation = inAccount.formation();
    const template = { Resources: { A: resource("AWS::S3::Bucket") } };
    const stack = await formation.createStack({ name: "s", template });
    stack.resources.get("A")?.resource.state.objects?.add("a");
    expect((await formation.deleteStack("s")).status).toBe("DELETE_FAILED");
    expect(stack.events).toContainEqual({
      logicalId: "A",
      status: "DELETE_FAILED",
      reason: "The bucket you tried to delete is not empty",
    });
  });

  test("a deleted key is pending for 30 days, or as long as it says", async () => {
    const inAccount = emptyAccount();
    await deletionFailureOf({ A: key(), B: key({ PendingWindowInDays: 7 }) }, inAccount);
    const days = inAccount.account
      .resources("AWS::KMS::Key", "us-east-1")
      .map(({ state }) => ((state.deletedAt ?? 0) - inAccount.account.now()) / 86_400_000);
    expect(days).toEqual([30, 7]);
  });

  test.for<[string, Resources, Resources | undefined, string]>([
    [
      "an attribute that no key has",
      { A: table({ KeySchema: [{ AttributeName: "a", KeyType: "HASH" }] }) },
      undefined,
      "AttributeDefinitions",
    ],
    [
      "two new indexes in one update",
      { A: table() },
      { A: table({ GlobalSecondaryIndexes: [index("a"), index("b")] }) },
      "more than one GSI creation or deletion",
    ],
    [
      "a key that no one can manage",
      { A: key({ KeyPolicy: { Statement: [] } }) },
      undefined,
      "will not allow you to update",
    ],
    ["replicating an existing key", { A: key() }, { A: key({ MultiRegion: true }) }, "cannot change MultiRegion"],
    [
      "another key schema of a table with a name",
      { A: table({ TableName: "a" }) },
      {
        A: table({
          TableName: "a",
          AttributeDefinitions: [{ AttributeName: "id", AttributeType: "S" }],
          KeySchema: [{ AttributeName: "id", KeyType: "HASH" }],
        }),
      },
      "custom-named resource requires replacing",
    ],
    [
      "a policy of a bucket that has one",
      {
        B: resource("AWS::S3::Bucket"),
        P: resource("AWS::S3::BucketPolicy", { Bucket: ref("B"), PolicyDocument: {} }),
        Q: resource("AWS::S3::BucketPolicy", { Bucket: ref("B"), PolicyDocument: {} }),
      },
      undefined,
      "already exists",
    ],
  ])("%s is rejected", async ([, first, second, reason]) => {
    expect(await failureOf(first, second)).toContain(reason);
  });
});

describe("CloudWatch, EventBridge and IAM", () => {
  const group = (properties: Properties = {}) => resource("AWS::Logs::LogGroup", { LogGroupName: "a", ...properties });
  const subscription = (more: Partial<Resource> = {}) =>
    resource(
      "AWS::Logs::SubscriptionFilter",
      { LogGroupName: ref("Group"), FilterPattern: "", DestinationArn: attribute("Function") },
      more,
    );
  const permission = resource("AWS::Lambda::Permission", {
    Action: "lambda:InvokeFunction",
    FunctionName: ref("Function"),
    Principal: "logs.amazonaws.com",
    SourceArn: attribute("Group"),
  });
  const logged = { ...withFunction(), Group: group(), Permission: permission };
  const alarm = (properties: Properties) =>
    resource("AWS::CloudWatch::Alarm", {
      ComparisonOperator: "GreaterThanThreshold",
      EvaluationPeriods: 1,
      ...properties,
    });
  const waits = { DependsOn: "Permission" };

  test("two subscriptions fit", async () => {
    expect(await failureOf({ ...logged, A: subscription(waits), B: subscription(waits) })).toBeUndefined();
  });

  test.for<[string, Resources, string]>([
    [
      "a retention that CloudWatch doesn't offer",
      { A: group({ RetentionInDays: 31 }) },
      "RetentionInDays must be one of",
    ],
    [
      "a subscription without a permission",
      { ...withFunction(), Group: group(), A: subscription() },
      "given CloudWatch Logs permission",
    ],
    [
      "a third subscription",
      { ...logged, A: subscription(waits), B: subscription(waits), C: subscription(waits) },
      "Resource limit exceeded",
    ],
    ["an alarm without a metric", { A: alarm({}) }, "either MetricName or Metrics"],
    [
      "an alarm over more than a day",
      { A: alarm({ MetricName: "a", Period: 300, EvaluationPeriods: 289 }) },
      "more than 1 days",
    ],
    [
      "a rate of 1 minutes",
      { A: resource("AWS::Events::Rule", { ScheduleExpression: "rate(1 minutes)" }) },
      "not valid",
    ],
    ["policies of more than 10,240 characters", { Role: role(undefined, ["a".repeat(10_240)]) }, "Maximum policy size"],
    [
      "two roles with one name",
      {
        A: resource("AWS::IAM::Role", { RoleName: "a", AssumeRolePolicyDocument: {} }),
        B: resource("AWS::IAM::Role", { RoleName: "a", AssumeRolePolicyDocument: {} }),
      },
      "a already exists",
    ],
    [
      "two schedule groups with one name",
      {
        A: resource("AWS::Scheduler::ScheduleGroup", { Name: "a" }),
        B: resource("AWS::Scheduler::ScheduleGroup", { Name: "a" }),
      },
      "a already exists",
    ],
  ])("%s is rejected", async ([, resources, reason]) => {
    expect(await failureOf(resources)).toContain(reason);
  });
});

describe("AWS Backup and AWS Budgets", () => {
  const plan = resource("AWS::Backup::BackupPlan", {
    BackupPlan: { BackupPlanName: "daily", BackupPlanRule: [{ RuleName: "daily", TargetBackupVault: ref("Vault") }] },
  });
  const vault = resource("AWS::Backup::BackupVault", { BackupVaultName: "copies" });
  const selection = resource("AWS::Backup::BackupSelection", {
    BackupPlanId: ref("Plan"),
    BackupSelection: { SelectionName: "all", IamRoleArn: attribute("Role"), Resources: ["*"] },
  });
  const planned = { Vault: vault, Plan: plan, Selection: selection };
  const budget = (Address: string) =>
    resource("AWS::Budgets::Budget", {
      Budget: { BudgetName: "monthly", BudgetType: "COST", TimeUnit: "MONTHLY" },
      NotificationsWithSubscribers: [
        {
          Notification: { ComparisonOperator: "GREATER_THAN", NotificationType: "ACTUAL", Threshold: 80 },
          Subscribers: [{ SubscriptionType: "EMAIL", Address }],
        },
      ],
    });

  test("a plan is deleted after its selections", async () => {
    expect(await deletionFailureOf({ ...planned, Role: role(["backup.amazonaws.com"]) })).toBeUndefined();
  });

  test("the default role exists after the first visit to the console of AWS Backup", async () => {
    const IamRoleArn = "arn:aws:iam::123456789012:role/service-role/AWSBackupDefaultServiceRole";
    const BackupSelection = { SelectionName: "all", IamRoleArn, Resources: ["*"] };
    const byDefault = {
      ...planned,
      Selection: { ...selection, Properties: { BackupPlanId: ref("Plan"), BackupSelection } },
    };
    expect(await failureOf(byDefault)).toContain("sufficient permissions");
    expect(await failureOf(byDefault, undefined, emptyAccount(undefined, { hasBackupRole: true }))).toBeUndefined();
  });

  test("a vault with recovery points stays", async () => {
    const formation = emptyAccount().formation();
    const stack = await formation.createStack({ name: "s", template: { Resources: { Vault: vault } } });
    stack.resources.get("Vault")?.resource.state.objects?.add("arn:aws:backup:eu-central-1:1:recovery-point:1");
    expect((await formation.deleteStack("s")).status).toBe("DELETE_FAILED");
  });

  test.for<[string, Resources, Resources | undefined, string]>([
    ["a role that AWS Backup can't assume", { ...planned, Role: role() }, undefined, "sufficient permissions"],
    [
      "another address for a budget with a name",
      { A: budget("a@example.com") },
      { A: budget("b@example.com") },
      "already exists",
    ],
    [
      "a dashboard that isn't JSON",
      { A: resource("AWS::CloudWatch::Dashboard", { DashboardBody: "{" }) },
      undefined,
      "must be valid JSON",
    ],
  ])("%s is rejected", async ([, first, second, reason]) => {
    expect(await failureOf(first, second)).toContain(reason);
  });
});

import { DescribeTableCommand, DescribeTimeToLiveCommand, DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { GenerateDataKeyCommand, KMSClient } from "@aws-sdk/client-kms";
import { PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { CreateScheduleCommand, SchedulerClient } from "@aws-sdk/client-scheduler";
import { GetQueueAttributesCommand, SendMessageBatchCommand } from "@aws-sdk/client-sqs";
import type { SQSEvent } from "aws-lambda";
import { afterAll, expect } from "vitest";
import type { Template } from "../../sandbox/aws/cloudformation/template.ts";
import { startEmulators } from "../../scripts/dev-aws/emulators.ts";
import { pollQueue } from "../../scripts/dev-aws/queue-poller.ts";
import { createStack } from "../../scripts/dev-aws/stack.ts";
import { until } from "../support/until.ts";
import { verifies } from "../support/verifies.ts";

/** The framework's bucket, and resources with the properties that an emulator has. */
const template: Template = {
  Resources: {
    ServerlessDeploymentBucket: { Type: "AWS::S3::Bucket" },
    Things: {
      Type: "AWS::DynamoDB::Table",
      Properties: {
        BillingMode: "PAY_PER_REQUEST",
        AttributeDefinitions: [{ AttributeName: "pk", AttributeType: "S" }],
        KeySchema: [{ AttributeName: "pk", KeyType: "HASH" }],
        DeletionProtectionEnabled: true,
        TimeToLiveSpecification: { AttributeName: "endsAt", Enabled: true },
      },
    },
    Work: {
      Type: "AWS::SQS::Queue",
      Properties: {
        VisibilityTimeout: 5400,
        MessageRetentionPeriod: 345_600,
        RedrivePolicy: { deadLetterTargetArn: { "Fn::GetAtt": ["Dead", "Arn"] }, maxReceiveCount: 3 },
      },
    },
    Dead: { Type: "AWS::SQS::Queue", Properties: { MessageRetentionPeriod: 1_209_600 } },
    Blobs: { Type: "AWS::S3::Bucket" },
    Key: { Type: "AWS::KMS::Key", Properties: { MultiRegion: true } },
    // biome-ignore lint/suspicious/noTemplateCurlyInString: CloudFormation's syntax for references
    Later: { Type: "AWS::Scheduler::ScheduleGroup", Properties: { Name: { "Fn::Sub": "${AWS::StackName}-work" } } },
  },
};

const emulators = await startEmulators();
const stack = await createStack(template, emulators.types);
const {
  AWS_ENDPOINT_URL_DYNAMODB: dynamoDb = "",
  AWS_ENDPOINT_URL_KMS: kms = "",
  AWS_ENDPOINT_URL_S3: s3 = "",
  AWS_ENDPOINT_URL_SCHEDULER: scheduler = "",
  AWS_ACCESS_KEY_ID: accessKeyId = "",
  AWS_SECRET_ACCESS_KEY: secretAccessKey = "",
} = emulators.environment;
const settings = { region: "eu-central-1", credentials: { accessKeyId, secretAccessKey } };
const { queues } = emulators;
const tables = new DynamoDBClient({ ...settings, endpoint: dynamoDb });
const queueUrl = stack.id;
afterAll(async () => {
  tables.destroy();
  await emulators.stop();
});

verifies("runtime:aws:dev-emulators", async () => {
  const { Table } = await tables.send(new DescribeTableCommand({ TableName: stack.id("Things") }));
  expect(Table).toMatchObject({ DeletionProtectionEnabled: true });
  const lifetime = await tables.send(new DescribeTimeToLiveCommand({ TableName: stack.id("Things") }));
  expect(lifetime.TimeToLiveDescription).toEqual({ TimeToLiveStatus: "ENABLED", AttributeName: "endsAt" });

  const attributesOf = async (name: string) => {
    const command = new GetQueueAttributesCommand({ QueueUrl: queueUrl(name), AttributeNames: ["All"] });
    return (await queues.send(command)).Attributes ?? {};
  };
  const { RedrivePolicy = "", ...work } = await attributesOf("Work");
  expect(work).toMatchObject({ VisibilityTimeout: "5400", MessageRetentionPeriod: "345600" });
  const dead = await attributesOf("Dead");
  expect(JSON.parse(RedrivePolicy)).toMatchObject({ deadLetterTargetArn: dead.QueueArn, maxReceiveCount: 3 });
  expect(dead).toMatchObject({ MessageRetentionPeriod: "1209600" });
});

verifies("runtime:aws:dev-emulators", "keys, buckets and groups of schedules have the names of the stack", async () => {
  const keys = new KMSClient({ ...settings, endpoint: kms });
  const KeyId = String(stack.attributes("Key").Arn);
  expect(await keys.send(new GenerateDataKeyCommand({ KeyId, KeySpec: "AES_256" }))).toMatchObject({ KeyId });
  const buckets = new S3Client({ ...settings, endpoint: s3, forcePathStyle: true });
  const object = { Bucket: stack.id("Blobs"), Key: "one", Body: "1" };
  expect((await buckets.send(new PutObjectCommand(object))).ETag).toEqual(expect.any(String));
  const schedules = new SchedulerClient({ ...settings, endpoint: scheduler });
  const at = new Date(Date.now() + 3_600_000).toISOString().slice(0, 19);
  const { ScheduleArn } = await schedules.send(
    new CreateScheduleCommand({
      ...{ Name: "later", GroupName: "latchkey-dev-work", ClientToken: "one", ActionAfterCompletion: "DELETE" },
      ...{ ScheduleExpression: `at(${at})`, ScheduleExpressionTimezone: "UTC", FlexibleTimeWindow: { Mode: "OFF" } },
      Target: { Arn: String(stack.attributes("Work").Arn), RoleArn: "arn:aws:iam::000000000000:role/any", Input: "{}" },
    }),
  );
  expect(ScheduleArn).toContain("/latchkey-dev-work/later");
  for (const client of [keys, buckets, schedules]) client.destroy();
});

verifies(
  "runtime:aws:dev-emulators",
  "a template that CloudFormation rejects isn't started, with its reason",
  async () => {
    const Work = { Type: "AWS::SQS::Queue", Properties: { VisibilityTimeout: 50_000 } };
    const { ServerlessDeploymentBucket } = template.Resources;
    const Resources = { ...(ServerlessDeploymentBucket && { ServerlessDeploymentBucket }), Work };
    await expect(createStack({ Resources }, emulators.types)).rejects.toThrow(
      "Work: Invalid value for the parameter VisibilityTimeout: it must be from 0 to 43200",
    );
    const Outputs = { Both: { Value: { "Fn::Join": [{ Ref: "Work" }, ["a", "b"]] } } };
    await expect(createStack({ ...template, Outputs }, emulators.types)).rejects.toThrow(
      "the delimiter of Fn::Join must be literal text",
    );
  },
);

verifies("runtime:aws:dev-parallel", async () => {
  const Entries = [1, 2, 3, 4, 5].map((number) => ({ Id: String(number), MessageBody: String(number) }));
  await queues.send(new SendMessageBatchCommand({ QueueUrl: queueUrl("Work"), Entries }));
  const running: { readonly body: string; end(): void }[] = [];
  const seen: string[] = [];
  const poller = pollQueue({
    ...{ client: queues, queueUrl: queueUrl("Work"), queueArn: "arn:aws:sqs:eu-central-1:000000000000:Work" },
    ...{ batchSize: 1, maximumConcurrency: 3, waitSeconds: 1 },
    onTrouble: (trouble) => expect.fail(String(trouble)),
    async invoke({ Records: [record] }: SQSEvent) {
      const { promise, resolve } = Promise.withResolvers<void>();
      seen.push(record?.body ?? "");
      running.push({ body: record?.body ?? "", end: resolve });
      await promise;
      return { batchItemFailures: [] };
    },
  });
  await until(() => running.length === 3);
  running.shift()?.end();
  await until(() => running.length === 3);
  expect(seen).toHaveLength(4);
  while (seen.length < 5 || running.length > 0) {
    running.shift()?.end();
    await until(() => running.length > 0 || seen.length === 5);
  }
  await poller.stop();
  expect(seen.toSorted()).toEqual(["1", "2", "3", "4", "5"]);
});

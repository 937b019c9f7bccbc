import { DescribeTableCommand, DescribeTimeToLiveCommand, DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { GetQueueAttributesCommand, SendMessageBatchCommand, SQSClient } from "@aws-sdk/client-sqs";
import type { SQSEvent } from "aws-lambda";
import { afterAll, expect } from "vitest";
import { startEmulators } from "../../scripts/dev-aws/emulators.ts";
import { pollQueue } from "../../scripts/dev-aws/queue-poller.ts";
import { until } from "../support/until.ts";
import { verifies } from "../support/verifies.ts";

const emulators = await startEmulators({
  resources: {
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
  },
});
const { AWS_ENDPOINT_URL_DYNAMODB: dynamoDb = "", AWS_ENDPOINT_URL_SQS: sqs = "" } = emulators.environment;
const settings = { region: "eu-central-1", credentials: { accessKeyId: "any", secretAccessKey: "any" } };
const [tables, queues] = [
  new DynamoDBClient({ ...settings, endpoint: dynamoDb }),
  new SQSClient({ ...settings, endpoint: sqs }),
];
const queueUrl = (resource: string) => emulators.value({ resource, attribute: "QueueUrl" }) ?? "";
afterAll(async () => {
  tables.destroy();
  queues.destroy();
  await emulators.stop();
});

verifies("runtime:aws:dev-emulators", async () => {
  const { Table } = await tables.send(new DescribeTableCommand({ TableName: "Things" }));
  expect(Table).toMatchObject({ DeletionProtectionEnabled: true });
  const lifetime = await tables.send(new DescribeTimeToLiveCommand({ TableName: "Things" }));
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

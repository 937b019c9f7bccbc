import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CreateTableCommand, type CreateTableCommandInput, DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { CreateQueueCommand, SendMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import { buildApp } from "fauxqs";
import { startDynamoDb } from "../../sandbox/dynamodb/server.ts";
import { startKms } from "../../sandbox/kms/server.ts";
import { startS3 } from "../../sandbox/s3/server.ts";
import { startScheduler } from "../../sandbox/scheduler/server.ts";
import type { Stack, StackReference } from "./stack.ts";

/** In-memory emulators of the AWS services that the stack needs. */
export interface Emulators {
  /** Endpoints and credentials, in the variables that the SDK reads. */
  readonly environment: Readonly<Record<string, string>>;
  /** Resolves a reference to the stack; undefined for resources without an emulator. */
  value(reference: StackReference): string | undefined;
  stop(): Promise<void>;
}

const region = "eu-central-1";
const credentials = { accessKeyId: "AKIADEVELOPMENT", secretAccessKey: "known to everyone" };

/** Starts the emulators and creates the stack's tables, queues, buckets and keys in them. */
export async function startEmulators({ resources }: Stack): Promise<Emulators> {
  const ofType = (type: string) => Object.keys(resources).filter((name) => resources[name]?.Type === type);
  const folder = mkdtempSync(join(tmpdir(), "latchkey-s3-"));
  const arn = (service: string, name: string) => `arn:aws:${service}:${region}:000000000000:${name}`;
  const [dynamoDb, kms, s3, sqs] = await Promise.all([
    startDynamoDb(),
    startKms(ofType("AWS::KMS::Key").map((name) => arn("kms", `key/${name}`))),
    startS3({ folder, ...credentials, region, buckets: ofType("AWS::S3::Bucket").map(bucketName) }),
    startSqs(),
  ]);

  const client = new DynamoDBClient({ endpoint: dynamoDb.endpoint, region, credentials });
  for (const name of ofType("AWS::DynamoDB::Table")) {
    const { AttributeDefinitions, KeySchema, GlobalSecondaryIndexes, BillingMode } = resources[name]?.Properties ?? {};
    const definition = { TableName: name, AttributeDefinitions, KeySchema, GlobalSecondaryIndexes, BillingMode };
    await client.send(new CreateTableCommand(definition as CreateTableCommandInput));
  }
  client.destroy();
  const queues = new SQSClient({ endpoint: sqs.endpoint, region, credentials });
  for (const name of ofType("AWS::SQS::Queue"))
    await queues.send(new CreateQueueCommand({ QueueName: name, Attributes: redrive(name) }));
  const scheduler = await startScheduler({
    groups: ofType("AWS::Scheduler::ScheduleGroup"),
    async deliver(queueArn, body) {
      const address = `${sqs.endpoint}/000000000000/${queueArn.split(":").at(-1)}`;
      await queues.send(new SendMessageCommand({ QueueUrl: address, MessageBody: body }));
    },
  });

  /** Returns the redrive policy of a queue, with the stack's dead-letter queue and number of attempts. */
  function redrive(name: string): Record<string, string> {
    const policy = resources[name]?.Properties.RedrivePolicy as
      | { deadLetterTargetArn?: { "Fn::GetAtt"?: string }; maxReceiveCount?: number }
      | undefined;
    const dead = policy?.deadLetterTargetArn?.["Fn::GetAtt"]?.split(".")[0];
    if (dead === undefined) return {};
    return {
      RedrivePolicy: JSON.stringify({
        deadLetterTargetArn: arn("sqs", dead),
        maxReceiveCount: policy?.maxReceiveCount ?? 5,
      }),
    };
  }

  const values: Readonly<Record<string, (name: string) => Readonly<Record<string, string>>>> = {
    "AWS::DynamoDB::Table": (name) => ({ Ref: name, Arn: arn("dynamodb", `table/${name}`) }),
    "AWS::KMS::Key": (name) => ({ Ref: arn("kms", `key/${name}`), Arn: arn("kms", `key/${name}`) }),
    "AWS::S3::Bucket": (name) => ({ Ref: bucketName(name), Arn: `arn:aws:s3:::${bucketName(name)}` }),
    "AWS::Scheduler::ScheduleGroup": (name) => ({ Ref: name }),
    "AWS::IAM::Role": (name) => ({ Ref: name, Arn: `arn:aws:iam::000000000000:role/${name}` }),
    "AWS::SQS::Queue": (name) => ({
      Ref: `${sqs.endpoint}/000000000000/${name}`,
      Arn: arn("sqs", name),
      QueueName: name,
      QueueUrl: `${sqs.endpoint}/000000000000/${name}`,
    }),
  };

  return {
    environment: {
      AWS_ENDPOINT_URL_DYNAMODB: dynamoDb.endpoint,
      AWS_ENDPOINT_URL_KMS: kms.origin,
      AWS_ENDPOINT_URL_S3: s3.origin,
      AWS_ENDPOINT_URL_SCHEDULER: scheduler.origin,
      AWS_ENDPOINT_URL_SQS: sqs.endpoint,
      AWS_ACCESS_KEY_ID: credentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
      AWS_REGION: region,
      AWS_EC2_METADATA_DISABLED: "true",
    },
    value: ({ resource, attribute = "Ref" }) => values[resources[resource]?.Type ?? ""]?.(resource)[attribute],
    async stop() {
      await scheduler.close();
      queues.destroy();
      await Promise.all([dynamoDb.stop(), kms.close(), s3.close(), sqs.stop()]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Starts fauxqs on loopback; by default it listens on every interface. */
async function startSqs() {
  const app = buildApp({ logger: false, host: "127.0.0.1", defaultRegion: region });
  const endpoint = await app.listen({ port: 0, host: "127.0.0.1" });
  return { endpoint, stop: () => app.close() };
}

function bucketName(name: string): string {
  return `latchkey-${name.toLowerCase()}`;
}

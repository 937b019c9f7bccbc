import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  CreateTableCommand,
  type CreateTableCommandInput,
  DynamoDBClient,
  UpdateTimeToLiveCommand,
  type UpdateTimeToLiveCommandInput,
} from "@aws-sdk/client-dynamodb";
import { CreateQueueCommand, SendMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import { buildApp } from "fauxqs";
import { startDynamoDb } from "../../sandbox/dynamodb/server.ts";
import { startKms } from "../../sandbox/kms/server.ts";
import { startS3 } from "../../sandbox/s3/server.ts";
import { startScheduler } from "../../sandbox/scheduler/server.ts";
import { referenceIn, type Stack, type StackReference, type StackResource } from "./stack.ts";

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
export async function startEmulators({ resources }: Pick<Stack, "resources">): Promise<Emulators> {
  const ofType = (type: string) => Object.keys(resources).filter((name) => resources[name]?.Type === type);
  const folder = mkdtempSync(join(tmpdir(), "latchkey-s3-"));
  const [dynamoDb, kms, s3, sqs] = await Promise.all([
    startDynamoDb(),
    startKms(ofType("AWS::KMS::Key").map((name) => arn("kms", `key/${name}`))),
    startS3({ folder, ...credentials, region, buckets: ofType("AWS::S3::Bucket").map(bucketName) }),
    startSqs(),
  ]);
  const queues = new SQSClient({ endpoint: sqs.endpoint, region, credentials });
  const scheduler = await startScheduler({
    groups: ofType("AWS::Scheduler::ScheduleGroup"),
    async deliver(queueArn, body) {
      const address = `${sqs.endpoint}/000000000000/${queueArn.split(":").at(-1)}`;
      await queues.send(new SendMessageCommand({ QueueUrl: address, MessageBody: body }));
    },
  });
  await Promise.all([createTables(dynamoDb.endpoint, resources), createQueues(queues, resources)]);

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
      queues.destroy();
      await Promise.all([scheduler.close(), dynamoDb.stop(), kms.close(), s3.close(), sqs.stop()]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

type Resources = Readonly<Record<string, StackResource>>;

async function createTables(endpoint: string, resources: Resources): Promise<void> {
  const client = new DynamoDBClient({ endpoint, region, credentials });
  for (const [TableName, { Type, Properties }] of Object.entries(resources)) {
    if (Type !== "AWS::DynamoDB::Table") continue;
    const { AttributeDefinitions, KeySchema, GlobalSecondaryIndexes, BillingMode } = Properties;
    const { DeletionProtectionEnabled, TimeToLiveSpecification } = Properties;
    const structure = { AttributeDefinitions, KeySchema, GlobalSecondaryIndexes, BillingMode };
    const definition = { TableName, ...structure, DeletionProtectionEnabled };
    await client.send(new CreateTableCommand(definition as CreateTableCommandInput));
    if (TimeToLiveSpecification === undefined) continue;
    const lifetime = { TableName, TimeToLiveSpecification } as UpdateTimeToLiveCommandInput;
    await client.send(new UpdateTimeToLiveCommand(lifetime));
  }
  client.destroy();
}

/** Attributes of a queue that the emulator has. */
const queueAttributes = ["DelaySeconds", "MaximumMessageSize", "MessageRetentionPeriod", "VisibilityTimeout"];

async function createQueues(client: SQSClient, resources: Resources): Promise<void> {
  const queues = Object.entries(resources).filter(([, { Type }]) => Type === "AWS::SQS::Queue");
  for (const [QueueName, { Properties }] of queues) {
    const Attributes: Record<string, string> = redrive(Properties.RedrivePolicy);
    for (const name of queueAttributes) if (name in Properties) Attributes[name] = String(Properties[name]);
    await client.send(new CreateQueueCommand({ QueueName, Attributes }));
  }
}

/** Returns the redrive policy of a queue, with the stack's dead-letter queue and number of attempts. */
function redrive(policy: unknown): Record<string, string> {
  if (typeof policy !== "object" || policy === null || !("deadLetterTargetArn" in policy)) return {};
  const dead = referenceIn(policy.deadLetterTargetArn);
  if (dead === undefined) throw new Error(`The redrive policy is not emulated: ${JSON.stringify(policy)}`);
  return { RedrivePolicy: JSON.stringify({ ...policy, deadLetterTargetArn: arn("sqs", dead.resource) }) };
}

function arn(service: string, name: string): string {
  return `arn:aws:${service}:${region}:000000000000:${name}`;
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

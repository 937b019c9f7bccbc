import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { SendMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import { buildApp } from "fauxqs";
import type { ResourceType } from "../../sandbox/aws/cloudformation/resource-type.ts";
import { startDynamoDb } from "../../sandbox/dynamodb/server.ts";
import { startKms } from "../../sandbox/kms/server.ts";
import { startS3 } from "../../sandbox/s3/server.ts";
import { startScheduler } from "../../sandbox/scheduler/server.ts";
import { emulatedTypes } from "./emulated-types.ts";
import { keepTraces } from "./traced-messages.ts";

/** In-memory emulators of the AWS services that the stack needs, without any resources. */
export interface Emulators {
  /** Endpoints and credentials, in the variables that the SDK reads. */
  readonly environment: Readonly<Record<string, string>>;
  /** Resource types for CloudFormation, which create their resources in the emulators. */
  readonly types: readonly ResourceType[];
  readonly queues: SQSClient;
  stop(): Promise<void>;
}

/** Account and region of everything that is emulated. */
export const emulatedAccount = "000000000000";
export const emulatedRegion = "eu-central-1";

const region = emulatedRegion;
const credentials = { accessKeyId: "AKIADEVELOPMENT", secretAccessKey: "known to everyone" };

export async function startEmulators(): Promise<Emulators> {
  const folder = mkdtempSync(join(tmpdir(), "latchkey-s3-"));
  const groups: string[] = [];
  const [dynamoDb, kms, s3, sqs] = await Promise.all([
    startDynamoDb(),
    startKms([]),
    startS3({ folder, ...credentials, region, buckets: [] }),
    startSqs(),
  ]);
  const tables = new DynamoDBClient({ endpoint: dynamoDb.endpoint, region, credentials });
  const queues = new SQSClient({ endpoint: sqs.endpoint, region, credentials });
  const scheduler = await startScheduler({
    groups,
    async deliver(queueArn, body) {
      const address = `${sqs.endpoint}/${emulatedAccount}/${queueArn.split(":").at(-1)}`;
      await queues.send(new SendMessageCommand({ QueueUrl: address, MessageBody: body }));
    },
  });

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
    types: emulatedTypes({
      tables,
      queues,
      queueEndpoint: sqs.endpoint,
      addKey: (arn) => kms.addKey(arn),
      addBucket: (name) => s3.addBucket(name),
      addScheduleGroup: (name) => void groups.push(name),
    }),
    queues,
    async stop() {
      for (const client of [tables, queues]) client.destroy();
      await Promise.all([scheduler.close(), dynamoDb.stop(), kms.close(), s3.close(), sqs.stop()]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Starts fauxqs on loopback; by default it listens on every interface. */
async function startSqs() {
  const app = buildApp({ logger: false, host: "127.0.0.1", defaultRegion: region });
  keepTraces(app);
  const endpoint = await app.listen({ port: 0, host: "127.0.0.1" });
  return { endpoint, stop: () => app.close() };
}

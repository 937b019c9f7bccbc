import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate as nextTurn, setTimeout as pause } from "node:timers/promises";
import {
  CreateTableCommand,
  DeleteTableCommand,
  type DynamoDBClient,
  paginateScan,
  waitUntilTableExists,
} from "@aws-sdk/client-dynamodb";
import { KMSClient } from "@aws-sdk/client-kms";
import { S3Client } from "@aws-sdk/client-s3";
import { SchedulerClient } from "@aws-sdk/client-scheduler";
import { SQSClient } from "@aws-sdk/client-sqs";
import { inject } from "vitest";
import { clientSettings } from "#shared/aws/client-settings.ts";
import { consoleLog } from "#shared/aws/console-log.ts";
import { itemOf } from "#shared/aws/dynamo/item.ts";
import { dynamoTable } from "#shared/aws/dynamo/table.ts";
import { kmsVault } from "#shared/aws/kms/vault.ts";
import { s3Blobs } from "#shared/aws/s3/blobs.ts";
import { s3Presigned } from "#shared/aws/s3/presigned.ts";
import { scheduler } from "#shared/aws/scheduler.ts";
import { sqsQueue } from "#shared/aws/sqs/queue.ts";
import { withFingerprints } from "#shared/fingerprints/fingerprints.ts";
import type { Clock } from "#shared/ports/clock.ts";
import type { LinkSockets } from "#shared/ports/links/link-sockets.ts";
import type { Outbound } from "#shared/ports/outbound.ts";
import type { Runtime, RuntimeOptions } from "../../../local-runtime/runtime.ts";
import { startKms } from "../../../sandbox/kms/server.ts";
import { startS3 } from "../../../sandbox/s3/server.ts";
import { startScheduler } from "../../../sandbox/scheduler/server.ts";
import { startSqs } from "../../../sandbox/sqs/server.ts";
import { actingAs, inThisName, service } from "../iam/acting-function.ts";
import { type CheckedCalls, checkedCalls } from "../iam/checked-calls.ts";
import { checkedVault } from "../iam/checked-vault.ts";
import { connectionPermission } from "../iam/permissions.ts";
import { tableDefinition } from "../table-definition.ts";
import type { StoredRow } from "../tables/stored-rows.ts";
import { callsUnderWay } from "./calls-under-way.ts";
import { dynoxideClient } from "./dynoxide-client.ts";
import { lightCalls, withoutLogs } from "./light-calls.ts";

/** Stores of a service on the AWS adapters. */
export interface StoresOnAws {
  readonly openStores: NonNullable<RuntimeOptions["openStores"]>;
  /** Starts the service so that each of its AWS calls is checked against the role of the function that makes the call. */
  start(options: RuntimeOptions, start: (options: RuntimeOptions) => Promise<Runtime>): Promise<Runtime>;
  /** Returns all log lines so far. */
  logs(): string;
  rows(partition: string): Promise<readonly StoredRow[]>;
  /** Resolves when no AWS call is pending: work that was started by advancing the clock gets as far as it would on one machine. */
  quiet(): Promise<void>;
  remove(): Promise<void>;
}

const credentials = { accessKeyId: "local", secretAccessKey: "local" };
const region = "eu-central-1";
const roleArn = "arn:aws:iam::000000000000:role/schedules";
const maxReceives = 5;

/**
 * Returns a separate table in the run's DynamoDB, and a separate KMS, S3, SQS and Scheduler. The Scheduler sends to the service's queue.
 */
export async function storesOnAws(clock: Clock): Promise<StoresOnAws> {
  const kms = await startKms(["seal"]);
  const folder = mkdtempSync(join(tmpdir(), "latchkey-s3-"));
  const s3 = await startS3({ folder, ...credentials, region, buckets: ["blobs"] });
  const sqs = await startSqs(clock);
  const { deadLetterArn, ...queueLocation } = sqs.makeQueue("jobs", maxReceives);
  const { deadLetterArn: deadDeliveriesArn, ...deliveriesLocation } = sqs.makeQueue("deliveries", maxReceives);
  const scheduleTarget = { roleArn, queueArn: queueLocation.queueArn, deadLetterArn };
  const deliveriesTarget = { roleArn, queueArn: deliveriesLocation.queueArn, deadLetterArn: deadDeliveriesArn };
  const schedulersClient = new SQSClient({ ...clientSettings(), endpoint: sqs.origin, region, credentials });
  const targets = [queueLocation, deliveriesLocation].map(
    (location) => [location.queueArn, sqsQueue({ client: schedulersClient, ...location, clock })] as const,
  );
  const queuesByArn = new Map(targets);
  const schedules = await startScheduler({
    groups: ["work"],
    clock,
    async deliver(queueArn, body) {
      const queue = queuesByArn.get(queueArn);
      if (queue === undefined) throw new Error(`No queue ${queueArn}`);
      await queue.send({ body });
    },
  });
  const own = dynoxideClient(inject("dynoxide"), lightCalls(inject("dynoxide")));
  const tableName = `service-${randomUUID()}`;
  await own.send(new CreateTableCommand(tableDefinition(tableName)));
  await waitUntilTableExists({ client: own, maxWaitTime: 30, minDelay: 0.05, maxDelay: 0.5 }, { TableName: tableName });
  const lines: string[] = [];
  const calls = callsUnderWay();
  const roles = inject("roles");
  const { checked, check } = checkedCalls(roles);
  const counted = <C extends Pick<DynamoDBClient, "middlewareStack">>(client: C): C =>
    checked(calls.counted(withoutLogs(client)));

  return {
    openStores(_settings, serviceClock, ids) {
      const client = counted(dynoxideClient(inject("dynoxide"), lightCalls(inject("dynoxide"))));
      const kmsClient = new KMSClient({
        ...clientSettings(),
        endpoint: kms.origin,
        region,
        credentials,
        ...lightCalls(kms.origin),
      });
      counted(kmsClient as unknown as DynamoDBClient);
      const table = dynamoTable({ client, tableName, clock: serviceClock, ids });
      const sealing = kmsVault({
        client: kmsClient,
        keyIds: ["seal"],
        clock: serviceClock,
        ids,
      });
      const s3Client = new S3Client({
        ...clientSettings(),
        endpoint: s3.origin,
        region,
        credentials,
        forcePathStyle: true,
        requestChecksumCalculation: "WHEN_REQUIRED",
      });
      counted(s3Client as unknown as DynamoDBClient);
      const schedulerClient = new SchedulerClient({
        ...clientSettings(),
        endpoint: schedules.origin,
        region,
        credentials,
        ...lightCalls(schedules.origin),
      });
      counted(schedulerClient as unknown as DynamoDBClient);
      const sqsClient = new SQSClient({
        ...clientSettings(),
        endpoint: sqs.origin,
        region,
        credentials,
        ...lightCalls(sqs.origin),
      });
      counted(sqsClient as unknown as DynamoDBClient);
      const location = { client: s3Client, bucket: "blobs" };
      const close = () => {
        client.destroy();
        kmsClient.destroy();
        s3Client.destroy();
      };
      return {
        table: { ...table, close },
        waitMs: 2_000,
        vault: withFingerprints({
          storeWaitMs: 2_000,
          vault: checkedVault(sealing, check, roles.arns),
          table,
          clock: serviceClock,
          ids,
        }),
        work: {
          queue: sqsQueue({ client: sqsClient, ...queueLocation, clock: serviceClock }),
          schedules: scheduler({ client: schedulerClient, groupName: "work", ...scheduleTarget }),
          close() {
            sqsClient.destroy();
            schedulerClient.destroy();
          },
        },
        deliveryQueue: {
          ...sqsQueue({ client: sqsClient, ...deliveriesLocation, clock: serviceClock }),
          schedules: scheduler({ client: schedulerClient, groupName: "work", ...deliveriesTarget }),
        },
        blobs: { blobs: s3Blobs({ ...location, clock: serviceClock, ids }), addresses: s3Presigned(location) },
        log: {
          ...consoleLog(serviceClock, { keepsApplicationDebug: false }, (line) => lines.push(line)),
          close: async () => undefined,
        },
      };
    },
    start: (options, start) =>
      actingAs(service, () =>
        start({
          ...options,
          around: actingAs,
          decorate(given) {
            const platform = options.decorate?.(given) ?? given;
            const sockets = checkedSockets(platform.agents.sockets, check);
            const { dataApi, adminApi } = platform.fileMaker;
            const fileMaker = { dataApi: relayedInName(dataApi), adminApi: relayedInName(adminApi) };
            return { ...platform, fileMaker, agents: { ...platform.agents, sockets, heartbeats: null } };
          },
        }),
      ),
    logs: () => lines.join(""),
    async rows(partition) {
      const rows: StoredRow[] = [];
      for await (const { Items = [] } of paginateScan({ client: own }, { TableName: tableName, ConsistentRead: true }))
        rows.push(...Items.map(itemOf).map(({ pk, sk, fields, index }) => ({ pk, sk, fields, indexPk: index?.pk })));
      return rows
        .filter(({ pk }) => pk.startsWith(partition))
        .sort((a, b) => Buffer.compare(Buffer.from(`${a.pk}\0${a.sk}`), Buffer.from(`${b.pk}\0${b.sk}`)));
    },
    async quiet() {
      await schedules.tick();
      sqs.tick();
      await nextTurn();
      // Calls that wait for a message wait until the clock is turned. A pause leaves the CPU to the code that answers.
      while (calls.count > sqs.waiting) await pause(1);
    },
    async remove() {
      await own.send(new DeleteTableCommand({ TableName: tableName }));
      own.destroy();
      schedulersClient.destroy();
      await kms.close();
      await schedules.close();
      await sqs.close();
      await s3.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Returns an outbound that answers in the name of the requesting function: here functions share this process's connections, unlike on AWS.
 */
function relayedInName(outbound: Outbound): Outbound {
  return { ...outbound, relay: (request, handler) => outbound.relay(request, inThisName(handler)) };
}

/** Returns the local gateway's sockets, checked like those that API Gateway manages for functions with permission. */
function checkedSockets(sockets: LinkSockets, check: CheckedCalls["check"]): LinkSockets {
  return {
    async send(connection, text) {
      check(connectionPermission("POST", connection));
      return sockets.send(connection, text);
    },
    async close(connection, code) {
      check(connectionPermission("DELETE", connection));
      await sockets.close(connection, code);
    },
  };
}

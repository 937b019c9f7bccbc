import { setImmediate as nextTurn } from "node:timers/promises";
import type { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { SQSClient } from "@aws-sdk/client-sqs";
import { afterAll } from "vitest";
import { clientSettings } from "#shared/aws/client-settings.ts";
import { sqsQueue } from "#shared/aws/sqs/queue.ts";
import { type SqsServer, startSqs } from "../../sandbox/sqs/server.ts";
import { queueSuite } from "../ports/queue-suite.ts";
import { callsUnderWay } from "../support/aws/calls-under-way.ts";
import { turnableClock } from "../support/clocks/turnable-clock.ts";

const credentials = { accessKeyId: "local", secretAccessKey: "local" };
const servers: SqsServer[] = [];
const clients: SQSClient[] = [];
afterAll(async () => {
  for (const client of clients) client.destroy();
  for (const server of servers) await server.close();
});

queueSuite("SQS as houses on AWS have it", async () => {
  const clock = turnableClock();
  const server = await startSqs(clock);
  const client = new SQSClient({
    ...clientSettings(),
    endpoint: server.origin,
    region: "eu-central-1",
    credentials,
  });
  servers.push(server);
  clients.push(client);
  const calls = callsUnderWay();
  calls.counted(client as unknown as DynamoDBClient);
  async function quiet(): Promise<void> {
    do await nextTurn();
    while (calls.count > server.waiting);
  }
  const queue = sqsQueue({ client, ...server.makeQueue("jobs", 5), clock });
  return {
    queue,
    clock: {
      ...clock,
      get sleepers() {
        return clock.sleepers;
      },
      async turn(milliseconds) {
        await quiet();
        await clock.turn(milliseconds);
        server.tick();
        await quiet();
      },
    },
    close: () => undefined,
  };
});

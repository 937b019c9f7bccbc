import { setImmediate as nextTurn } from "node:timers/promises";
import { SQSClient } from "@aws-sdk/client-sqs";
import { afterAll } from "vitest";
import { type SqsServer, startSqs } from "../../sandbox/sqs/server.ts";
import { clientSettings } from "../../shared/aws/client-settings.ts";
import { sqsQueue } from "../../shared/aws/sqs-queue.ts";
import { queueSuite } from "../ports/queue-suite.ts";
import { turnableClock } from "../support/turnable-clock.ts";

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
  let underWay = 0;
  client.middlewareStack.add(
    (next) => async (args) => {
      underWay += 1;
      try {
        return await next(args);
      } finally {
        underWay -= 1;
      }
    },
    { step: "initialize" },
  );
  async function quiet(): Promise<void> {
    do await nextTurn();
    while (underWay > server.waiting);
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

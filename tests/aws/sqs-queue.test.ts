import { ReceiveMessageCommand } from "@aws-sdk/client-sqs";
import { afterAll, beforeAll } from "vitest";
import { sqsQueue } from "#shared/aws/sqs/queue.ts";
import { queueSuite } from "../ports/queue-suite.ts";
import { startTurnableFauxqs, type TurnableFauxqs } from "../support/aws/fauxqs-clock.ts";

let fauxqs: TurnableFauxqs;
let queues = 0;
beforeAll(async () => {
  fauxqs = await startTurnableFauxqs();
});
afterAll(() => fauxqs.stop());

queueSuite("SQS as fauxqs has it", async () => {
  const { server, client, clock } = fauxqs;
  const name = `queue-${++queues}`;
  const dead = server.createQueue(`${name}-dead`);
  const RedrivePolicy = JSON.stringify({ deadLetterTargetArn: dead.queueArn, maxReceiveCount: 5 });
  const { queueUrl, queueArn } = server.createQueue(name, { attributes: { RedrivePolicy } });
  const queue = sqsQueue({ client, queueUrl, queueArn, deadLetterUrl: dead.queueUrl, clock });

  /**
   * Receives once: SQS moves a message to the dead-letter queue when a receiver gets it once too often. On AWS, there is always a receiver.
   */
  async function look(): Promise<void> {
    const { ready = [], inflight = [] } = server.inspectQueue(name)?.messages ?? {};
    const worn = [
      ...ready,
      ...inflight.filter((one) => one.visibilityDeadline <= clock.now()).map((one) => one.message),
    ];
    if (worn.length === 0 || worn.some((message) => message.approximateReceiveCount < 5)) return;
    await client.send(new ReceiveMessageCommand({ QueueUrl: queueUrl, MaxNumberOfMessages: 10 }));
  }

  return {
    clock,
    queue: {
      ...queue,
      async deadLetters(limit) {
        await look();
        return queue.deadLetters(limit);
      },
      async redrive() {
        await look();
        return queue.redrive();
      },
    },
    close() {
      server.deleteQueue(name);
      server.deleteQueue(`${name}-dead`);
    },
  };
});

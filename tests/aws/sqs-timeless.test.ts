import { randomUUID } from "node:crypto";
import { SQSClient } from "@aws-sdk/client-sqs";
import { startFauxqs } from "fauxqs";
import { expect, onTestFinished, test } from "vitest";
import { clientSettings } from "#shared/aws/client-settings.ts";
import { sqsQueue } from "#shared/aws/sqs/queue.ts";
import { systemClock } from "#shared/node/clock.ts";
import type { Queue, QueueSource, ReceivedMessage } from "#shared/ports/queue.ts";

// Tests that need no turned clock, so that they also run on the queues of a real account.
interface Place {
  readonly client: SQSClient;
  readonly queueUrl: string;
  readonly queueArn: string;
  readonly deadLetterUrl: string;
}

let open: () => Promise<Place>;
if (process.env.REMOTE === "1") {
  const { LATCHKEY_TEST_QUEUE: queueUrl = "", LATCHKEY_TEST_DEAD_QUEUE: deadLetterUrl = "" } = process.env;
  const { LATCHKEY_TEST_QUEUE_ARN: queueArn = "" } = process.env;
  open = async () => ({ client: new SQSClient(clientSettings()), queueUrl, queueArn, deadLetterUrl });
} else {
  const credentials = { accessKeyId: "local", secretAccessKey: "local" };
  open = async () => {
    const server = await startFauxqs({ port: 0, logger: false });
    onTestFinished(() => server.stop());
    const endpoint = `http://127.0.0.1:${server.port}`;
    const client = new SQSClient({ ...clientSettings(), endpoint, region: "eu-central-1", credentials });
    const [live, dead] = [server.createQueue("jobs"), server.createQueue("jobs-dead")];
    return { client, queueUrl: live.queueUrl, queueArn: live.queueArn, deadLetterUrl: dead.queueUrl };
  };
}

async function aQueue(): Promise<Queue & QueueSource> {
  const place = await open();
  onTestFinished(() => place.client.destroy());
  return sqsQueue({ ...place, clock: systemClock });
}

/** Receives until the test's own message arrives: a permanent queue may contain messages of other tests. */
async function received(queue: QueueSource, body: string): Promise<ReceivedMessage> {
  for (;;) {
    const deliveries = await queue.receive({ maxMessages: 10, visibilitySeconds: 60, waitSeconds: 5 });
    const own = deliveries.find((delivery) => delivery.body === body);
    await queue.acknowledge(deliveries.filter((delivery) => delivery !== own).map(({ receipt }) => receipt));
    if (own !== undefined) return own;
  }
}

const run = randomUUID();

for (const [what, text] of Object.entries({
  JSON: "{}",
  "forbidden characters": "\u0000\u{ffff}",
  "256 KB": "x".repeat(262_000),
})) {
  test(`${what} is delivered as it was sent, until it is acknowledged`, async () => {
    const queue = await aQueue();
    const body = `${run} ${text}`;
    await queue.send({ body });
    const delivery = await received(queue, body);
    expect(delivery.receiveCount).toBe(1);
    await queue.acknowledge([delivery.receipt]);
    await queue.acknowledge([delivery.receipt]);
  });
}

test("a released message is redelivered under a new receipt", async () => {
  const queue = await aQueue();
  await queue.send({ body: run });
  const first = await received(queue, run);
  await queue.release(first.receipt, 0);
  const second = await received(queue, run);
  expect(second).toMatchObject({ id: first.id, receiveCount: 2 });
  expect(second.receipt).not.toBe(first.receipt);
  await queue.acknowledge([second.receipt]);
});

test("a receipt that SQS never issued has no effect", async () => {
  const queue = await aQueue();
  await queue.acknowledge(["never given"]);
  await queue.release("never given", 0);
});

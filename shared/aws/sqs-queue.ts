import type { SQSClient } from "@aws-sdk/client-sqs";
import type { Clock } from "../ports/clock.ts";
import type { Delivery, Queue, QueueSource } from "../ports/queue.ts";
import { checkDelay, checkMessage, checkReceive, mostHiddenSeconds } from "../ports/queue-limits.ts";
import { type SqsCalls, sqsCalls } from "./sqs-calls.ts";
import { redrive } from "./sqs-redrive.ts";

export interface SqsQueueOptions {
  readonly client: Pick<SQSClient, "send">;
  readonly queueUrl: string;
  /** The queue by its other name, for dead letters that go back to it. */
  readonly queueArn: string;
  /** Where SQS puts what was received too often, by the queue's redrive policy. */
  readonly deadLetterUrl: string;
  /** After so many deliveries without an acknowledgement, by the same policy. */
  readonly mostReceives?: number;
  readonly clock: Pick<Clock, "sleep">;
}

/** The Queue port, both sides, on SQS. A message becomes a dead letter when it is next looked for. */
export function sqsQueue(options: SqsQueueOptions): Queue & QueueSource {
  const { client, queueUrl, queueArn, deadLetterUrl, mostReceives = 5, clock } = options;
  const queue = sqsCalls(client, queueUrl);
  const deadLetters = sqsCalls(client, deadLetterUrl);
  return {
    async send(message) {
      checkMessage(message);
      await queue.send(message);
    },
    async receive(options) {
      checkReceive(options);
      return queue.receive(options);
    },
    acknowledge: (receipts) => queue.delete(receipts),
    async release(receipt, delaySeconds) {
      checkDelay(delaySeconds, mostHiddenSeconds);
      await queue.hide(receipt, delaySeconds);
    },
    async deadLetters(limit) {
      const letters = await shown(deadLetters, limit);
      // SQS goes on counting, over all queues: whoever looks at a dead letter receives it once more.
      return letters.map((letter) => ({ ...letter, receiveCount: Math.min(letter.receiveCount, mostReceives) }));
    },
    redrive: () => redrive({ client, clock, queue, queueArn, deadLetters, deadLetterUrl }),
  };
}

/** SQS cannot page: what was seen is hidden until all has been seen, and then let go. */
async function shown(deadLetters: SqsCalls, limit: number): Promise<readonly Delivery[]> {
  const seen: Delivery[] = [];
  try {
    while (seen.length < limit) {
      const more = await deadLetters.receive({ most: Math.min(10, limit - seen.length), visibilitySeconds: 30 });
      if (more.length === 0) break;
      seen.push(...more);
    }
    return seen;
  } finally {
    await Promise.all(seen.map(({ receipt }) => deadLetters.hide(receipt, 0)));
  }
}

import type { SQSClient } from "@aws-sdk/client-sqs";
import type { Clock } from "#shared/ports/clock.ts";
import { checkDelay, checkMessage, checkReceive, maxHiddenSeconds } from "#shared/ports/limits/queue-limits.ts";
import type { Queue, QueueSource, ReceivedMessage } from "#shared/ports/queue.ts";
import { type SqsCalls, sqsCalls } from "./calls.ts";
import { redrive } from "./redrive.ts";

export interface SqsQueueOptions {
  readonly client: Pick<SQSClient, "send">;
  readonly queueUrl: string;
  /** ARN of the queue, for dead letters that return to it. */
  readonly queueArn: string;
  /** URL of the queue for messages that were received too often, according to the redrive policy. */
  readonly deadLetterUrl: string;
  /** Number of deliveries without acknowledgment before that, from the same policy. */
  readonly maxReceives?: number;
  readonly clock: Pick<Clock, "sleep">;
}

/** Implements the Queue port on SQS, for senders and consumers. A message becomes a dead letter the next time it would be received. */
export function sqsQueue(options: SqsQueueOptions): Queue & QueueSource {
  const { client, queueUrl, queueArn, deadLetterUrl, maxReceives = 5, clock } = options;
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
      checkDelay(delaySeconds, maxHiddenSeconds);
      await queue.hide(receipt, delaySeconds);
    },
    async deadLetters(limit) {
      const messages = await peek(deadLetters, limit);
      // SQS continues counting across queues: each look at a dead letter receives it again.
      return messages.map((letter) => ({ ...letter, receiveCount: Math.min(letter.receiveCount, maxReceives) }));
    },
    redrive: () => redrive({ client, clock, queue, queueArn, deadLetters, deadLetterUrl }),
  };
}

/** Reads dead letters. SQS has no pages: messages are hidden until all have been read, and then released. */
async function peek(deadLetters: SqsCalls, limit: number): Promise<readonly ReceivedMessage[]> {
  const seen: ReceivedMessage[] = [];
  try {
    while (seen.length < limit) {
      const more = await deadLetters.receive({ maxMessages: Math.min(10, limit - seen.length), visibilitySeconds: 30 });
      if (more.length === 0) break;
      seen.push(...more);
    }
    return seen;
  } finally {
    await Promise.all(seen.map(({ receipt }) => deadLetters.hide(receipt, 0)));
  }
}

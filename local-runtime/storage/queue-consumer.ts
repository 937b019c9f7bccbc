import { reasonOf } from "#shared/ports/background-tasks.ts";
import type { Clock } from "#shared/ports/clock.ts";
import type { Log } from "#shared/ports/log.ts";
import type { QueueSource, ReceivedMessage } from "#shared/ports/queue.ts";

interface QueueConsumerOptions {
  readonly queue: Pick<QueueSource, "receive" | "acknowledge">;
  /** Resolves when the message is done; rejects if it must be delivered again. Stops soon after the signal aborts. */
  readonly consume: (delivery: ReceivedMessage, stopping: AbortSignal) => Promise<void>;
  /** Wraps all work of the consumer: calls to the queue, and the processing of messages. */
  readonly around: (run: () => Promise<void>) => Promise<void>;
  readonly clock: Clock;
  readonly log: Pick<Log, "error">;
  /** Maximum number of concurrent messages. */
  readonly maxConcurrent?: number;
}

/** Visibility timeout in seconds, as on Lambda: a message can take hours, and leases show which consumers are alive. */
const visibilitySeconds = 5_400;
const waitSeconds = 20;
const pauseMs = 5_000;

/** Passes messages to their consumer with limited concurrency, as SQS and Lambda do on AWS. */
export function consumeQueue({ queue, consume, around, clock, log, maxConcurrent = 4 }: QueueConsumerOptions): {
  stop(): Promise<void>;
} {
  const stopping = new AbortController();
  const underWay = new Set<Promise<void>>();

  async function work(delivery: ReceivedMessage): Promise<void> {
    try {
      await consume(delivery, stopping.signal);
      await queue.acknowledge([delivery.receipt]);
    } catch (thrown) {
      const { id: message, receiveCount } = delivery;
      if (!stopping.signal.aborted)
        log.error({ event: "message_failed", message, receiveCount, reason: reasonOf(thrown) });
    }
  }

  async function rounds(): Promise<void> {
    const { signal } = stopping;
    while (!signal.aborted) {
      try {
        const space = maxConcurrent - underWay.size;
        for (const delivery of await queue.receive({ maxMessages: space, visibilitySeconds, waitSeconds, signal })) {
          const done = work(delivery);
          underWay.add(done);
          void done.then(() => underWay.delete(done));
        }
        while (underWay.size >= maxConcurrent) await Promise.race(underWay);
      } catch (thrown) {
        if (signal.aborted) return;
        log.error({ event: "queue_failed", reason: reasonOf(thrown) });
        await clock.sleep(pauseMs, signal).catch(() => undefined); // Stopping.
      }
    }
  }

  const consuming = around(rounds);
  return {
    /** Takes no more messages, cancels the ones in progress, and waits until they have stopped. */
    async stop() {
      stopping.abort();
      await consuming;
      await Promise.all(underWay);
    },
  };
}

import { reasonOf } from "#shared/ports/background-tasks.ts";
import type { Clock } from "#shared/ports/clock.ts";
import { checkSchedule, checkScheduleName } from "#shared/ports/limits/schedule-limits.ts";
import type { Log } from "#shared/ports/log.ts";
import type { DeadLetters, Queue, QueueSource } from "#shared/ports/queue.ts";
import type { Schedule, Schedules } from "#shared/ports/schedules.ts";
import { consumeQueue } from "./queue-consumer.ts";

/** Queue of messages about deliveries and its consumer. */
export interface DeliveryQueue {
  readonly queue: Queue & DeadLetters;
  readonly schedules: Schedules;
  /** Passes messages to their consumer. Messages wait until this is called. */
  consume(consumer: DeliveryConsumer): { stop(): Promise<void> };
}

interface DeliveryConsumer {
  readonly consume: (message: { readonly body: string }) => Promise<void>;
  readonly around: (run: () => Promise<void>) => Promise<void>;
}

interface DeliveryQueueOptions {
  readonly clock: Clock;
  readonly log: Pick<Log, "error">;
  /** Maximum number of concurrent messages of one group. */
  readonly maxOfGroup?: number;
  readonly maxConcurrent?: number;
}

/**
 * Creates an in-memory queue. Nothing is stored: the table knows what is due, and every start checks it. Groups take turns, so that none
 * waits for another's messages, and a message that is already waiting isn't added twice.
 */
export function deliveryQueue({ clock, log, maxOfGroup = 4, maxConcurrent = 64 }: DeliveryQueueOptions): DeliveryQueue {
  const scheduled = new Map<string, Schedule>();
  const groups = new Map<string, { readonly waiting: Set<string>; running: number }>();
  const stopping = new AbortController();
  const underWay = new Set<Promise<void>>();
  let consumer: DeliveryConsumer | undefined;

  const later = async (milliseconds: number, add: () => void): Promise<void> => {
    await clock.sleep(milliseconds, stopping.signal).then(add, () => undefined); // Stopped: the table knows it.
  };

  const add = (name: string, body: string): void => {
    const group = groups.get(name) ?? { waiting: new Set<string>(), running: 0 };
    groups.set(name, group);
    group.waiting.add(body);
    start();
  };

  /** Returns the next message of the group whose last turn was longest ago. */
  const next = (): { readonly name: string; readonly body: string } | undefined => {
    for (const [name, group] of groups) {
      const [body] = group.running < maxOfGroup ? group.waiting : [];
      if (body === undefined) continue;
      group.waiting.delete(body);
      group.running += 1;
      groups.delete(name);
      groups.set(name, group);
      return { name, body };
    }
    return undefined;
  };

  const start = (): void => {
    while (consumer !== undefined && !stopping.signal.aborted && underWay.size < maxConcurrent) {
      const message = next();
      if (message === undefined) return;
      const done = work(message.name, message.body, consumer).finally(() => underWay.delete(done));
      underWay.add(done);
      void done.then(start);
    }
  };

  const work = async (name: string, body: string, { consume, around }: DeliveryConsumer): Promise<void> => {
    try {
      await around(() => consume({ body }));
    } catch (thrown) {
      // It is still due: the regular search finds it again.
      log.error({ event: "message_failed", group: name, reason: reasonOf(thrown) });
    } finally {
      const group = groups.get(name);
      if (group !== undefined) group.running -= 1;
      if (group?.running === 0 && group.waiting.size === 0) groups.delete(name);
    }
  };

  return {
    queue: {
      async send({ body, delaySeconds = 0, group = "" }) {
        if (delaySeconds > 0) void later(delaySeconds * 1000, () => add(group, body));
        else add(group, body);
      },
      // A failed message isn't kept: its delivery is still due in the table.
      deadLetters: async () => [],
      redrive: async () => 0,
    },

    schedules: {
      async put(schedule) {
        checkSchedule(schedule);
        const { name, at, body } = schedule;
        scheduled.set(name, schedule);
        void later(at - clock.now(), () => {
          if (scheduled.get(name) !== schedule) return; // It was replaced or removed.
          scheduled.delete(name);
          add("", body);
        });
      },
      async remove(name) {
        checkScheduleName(name);
        scheduled.delete(name);
      },
    },

    consume(given) {
      consumer = given;
      start();
      return {
        async stop() {
          stopping.abort();
          await Promise.all(underWay);
        },
      };
    },
  };
}

export type StoredDeliveryQueue = Queue & QueueSource & { readonly schedules: Schedules };

/** Uses a stored queue instead of the one in memory. */
export function storedDeliveryQueue(
  queue: StoredDeliveryQueue,
  { clock, log }: Pick<DeliveryQueueOptions, "clock" | "log">,
): DeliveryQueue {
  return {
    queue,
    schedules: queue.schedules,
    consume: ({ consume, around }) => consumeQueue({ queue, consume, around, clock, log, maxConcurrent: 10 }),
  };
}

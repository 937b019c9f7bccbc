import { reasonOf } from "../ports/background.ts";
import type { Clock } from "../ports/clock.ts";
import type { Log } from "../ports/log.ts";
import type { Queue } from "../ports/queue.ts";
import type { ProcessStore } from "../processes/store.ts";
import type { JobPlan } from "./kind.ts";
import { acceptedProcess, isForgotten } from "./rules.ts";

/** Work to be done. `input` is JSON of at most 100 KB, secrets in it sealed. */
export interface NewJob {
  readonly plan: JobPlan;
  readonly input?: unknown;
  /** As the audit trail names people. */
  readonly startedBy: string;
}

/** Where work is accepted, and where it gets its messages from. */
export interface Jobs {
  /** Resolves with the processId as soon as the work is stored: from then on it will be done, whatever happens (R6.1). */
  accept(job: NewJob): Promise<number>;
  /** Puts a message about a process into the queue. */
  enqueue(id: number, delaySeconds?: number): Promise<void>;
  /** Puts messages about processes that nobody is told of into the queue. Answers how many. */
  sweep(): Promise<number>;
}

interface JobsDependencies {
  readonly store: Pick<ProcessStore, "nextId" | "create" | "change" | "get" | "openIds">;
  readonly queue: Queue;
  readonly clock: Clock;
  readonly log: Pick<Log, "error">;
  /** Tells whoever listens that a process has changed. Never rejects. */
  readonly announce: (id: number) => Promise<void>;
}

const mostInputBytes = 100_000;

export function jobs({ store, queue, clock, log, announce }: JobsDependencies): Jobs {
  const enqueue = async (id: number, delaySeconds = 0): Promise<void> => {
    await queue.send({ body: JSON.stringify({ process: id }), delaySeconds });
    await store.change(id, (record) => ({ record: { ...record, enqueuedAt: clock.now() + delaySeconds * 1000 } }));
  };

  return {
    async accept(job) {
      const record = acceptedProcess(await store.nextId(), job, clock.now());
      if (Buffer.byteLength(record.input) > mostInputBytes) throw new RangeError("The input of a job is too large");
      await store.create(record);
      await enqueue(record.id).catch((thrown: unknown) => {
        // It is stored, and the sweeper will see that nobody was told of it.
        log.error({ event: "enqueue_failed", process: record.id, reason: reasonOf(thrown) });
      });
      await announce(record.id);
      return record.id;
    },

    enqueue,

    async sweep() {
      let told = 0;
      for (const id of await store.openIds()) {
        const record = await store.get(id);
        if (record === undefined || !isForgotten(record, clock.now())) continue;
        await enqueue(id);
        told += 1;
      }
      return told;
    },
  };
}

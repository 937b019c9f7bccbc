import { reasonOf } from "#shared/ports/background-tasks.ts";
import type { Clock } from "#shared/ports/clock.ts";
import { mostDelaySeconds } from "#shared/ports/limits/queue-limits.ts";
import type { Log } from "#shared/ports/log.ts";
import type { Queue } from "#shared/ports/queue.ts";
import type { Schedules } from "#shared/ports/schedules.ts";
import type { ProcessRecord } from "#shared/processes/record.ts";
import type { ProcessStore } from "#shared/processes/store.ts";
import type { JobPlan } from "./job-kind.ts";
import { acceptedProcess, isForgotten } from "./rules.ts";

/** Work to be done. `input` is JSON of at most 100 KB, secrets in it sealed. */
export interface NewJob {
  readonly plan: JobPlan;
  readonly input?: unknown;
  /** The input, where what is sealed in it is bound to the process. */
  readonly inputOf?: (processId: number) => Promise<unknown>;
  /** As the audit trail names people. */
  readonly startedBy: string;
  /** Work that is accepted under a key is accepted once: later calls get the id of the first. */
  readonly key?: string | undefined;
}

/** Work that may start later. */
export interface ScheduledJob extends NewJob {
  /** When it is to start; at once where left out. Milliseconds since the epoch. */
  readonly startAt?: number | undefined;
}

/** Where work is accepted, and where it gets its messages from. */
export interface Jobs {
  /** Resolves with the processId as soon as the work is stored: from then on it will be done, whatever happens (R6.1). */
  accept(job: NewJob): Promise<number>;
  /** Puts a message about a process into the queue. */
  enqueue(id: number, delaySeconds?: number): Promise<void>;
}

/** The same, for work that may start later than the queue holds messages back. */
export interface ScheduledJobs extends Jobs {
  accept(job: ScheduledJob): Promise<number>;
  /** What was to start later has come to its end before: no message is needed at its instant any more. Never rejects. */
  unschedule(process: Pick<ProcessRecord, "id" | "startAt">): Promise<void>;
  /** Puts messages about processes that wait without one into the queue. Answers how many. */
  sweep(): Promise<number>;
}

interface JobsDependencies {
  readonly store: Pick<ProcessStore, "nextId" | "create" | "change" | "get" | "openIds" | "acceptedUnder">;
  readonly queue: Queue;
  readonly clock: Clock;
  readonly log: Pick<Log, "error">;
  /** Publishes that a process has changed. Never rejects. */
  readonly announce: (id: number) => Promise<void>;
}

const mostInputBytes = 100_000;

export function jobs(dependencies: JobsDependencies): Jobs {
  const enqueue = enqueueIn(dependencies);
  return { accept: (job) => accepted(job, dependencies, ({ id }) => enqueue(id)), enqueue };
}

export function scheduledJobs(dependencies: JobsDependencies & { readonly schedules: Schedules }): ScheduledJobs {
  const { store, schedules, clock, log } = dependencies;
  const enqueue = enqueueIn(dependencies);

  /** Makes sure that a message about a process is sent: now, or when it is to start. */
  const send = async ({ id, startAt }: ProcessRecord): Promise<void> => {
    const delaySeconds = Math.max(0, Math.ceil(((startAt ?? 0) - clock.now()) / 1000));
    if (startAt === null || delaySeconds <= mostDelaySeconds) return enqueue(id, delaySeconds);
    await schedules.put({ name: scheduleOf(id), at: startAt, body: messageAbout(id) });
    await store.change(id, (record) => ({ record: { ...record, enqueuedAt: startAt } }));
  };

  return {
    accept: (job) => accepted(job, dependencies, send),
    enqueue,

    async unschedule({ id, startAt }) {
      if (startAt === null) return;
      await schedules.remove(scheduleOf(id)).catch((thrown: unknown) => {
        // Its message finds a process at its end, and does nothing.
        log.error({ event: "unschedule_failed", process: id, reason: reasonOf(thrown) });
      });
    },

    async sweep() {
      let sent = 0;
      for (const id of await store.openIds()) {
        const record = await store.get(id);
        if (record === undefined || !isForgotten(record, clock.now())) continue;
        await send(record);
        sent += 1;
      }
      return sent;
    },
  };
}

function enqueueIn({ store, queue, clock }: JobsDependencies): Jobs["enqueue"] {
  return async (id, delaySeconds = 0) => {
    await queue.send({ body: messageAbout(id), delaySeconds });
    await store.change(id, (record) => ({ record: { ...record, enqueuedAt: clock.now() + delaySeconds * 1000 } }));
  };
}

/** Stores new work as a process, and has a message about it sent. Answers its id. */
async function accepted(
  job: ScheduledJob,
  { store, clock, log, announce }: JobsDependencies,
  send: (record: ProcessRecord) => Promise<void>,
): Promise<number> {
  const known = job.key === undefined ? undefined : await store.acceptedUnder(job.key);
  if (known !== undefined) return known;
  const id = await store.nextId();
  const input = job.inputOf === undefined ? job.input : await job.inputOf(id);
  const record = acceptedProcess(id, { ...job, input }, clock.now());
  if (Buffer.byteLength(record.input) > mostInputBytes) throw new RangeError("The input of a job is too large");
  const first = await store.create(record, job.key);
  if (first !== id) return first;
  await send(record).catch((thrown: unknown) => {
    // It is stored, and the regular search will find it without a message.
    log.error({ event: "enqueue_failed", process: record.id, reason: reasonOf(thrown) });
  });
  await announce(record.id);
  return record.id;
}

function messageAbout(id: number): string {
  return JSON.stringify({ process: id });
}

function scheduleOf(id: number): string {
  return `process-${id}`;
}

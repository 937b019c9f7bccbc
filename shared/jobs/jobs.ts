import { reasonOf } from "#shared/ports/background-tasks.ts";
import type { Clock } from "#shared/ports/clock.ts";
import { maxDelaySeconds } from "#shared/ports/limits/queue-limits.ts";
import type { Log } from "#shared/ports/log.ts";
import type { Queue } from "#shared/ports/queue.ts";
import type { Schedules } from "#shared/ports/schedules.ts";
import type { ProcessRecord, ProcessStore } from "#shared/processes/api.ts";
import type { JobPlan } from "./job-kind.ts";
import { acceptedProcess, isForgotten } from "./rules.ts";

/** Work to accept. `input`: JSON of at most 100 KB, with secrets sealed. */
export interface NewJob {
  readonly plan: JobPlan;
  readonly input?: unknown;
  /** Returns the input, if its sealed fields are bound to the process. */
  readonly inputOf?: (processId: number) => Promise<unknown>;
  /** User, as the audit trail names them. */
  readonly startedBy: string;
  /** Idempotency key. Work with a key is accepted once: later calls get the id of the first process. */
  readonly key?: string | undefined;
}

/** Work that can start later. */
export interface ScheduledJob extends NewJob {
  /** Start time in milliseconds since the epoch. Default: now. */
  readonly startAt?: number | undefined;
}

/** Accepts work and sends messages about it. */
export interface Jobs {
  /** Resolves with the id of the process as soon as the work is stored. From then on, it is certain to be done. */
  accept(job: NewJob): Promise<number>;
  /** Sends a message about a process to the queue. A waiting process continues with it. */
  enqueue(id: number, delaySeconds?: number): Promise<void>;
}

/** Accepts work, including work that starts later than the queue can delay messages. */
export interface ScheduledJobs extends Jobs {
  accept(job: ScheduledJob): Promise<number>;
  /** Sends a message about a process that waits. From a minute on, it can be up to a minute late. */
  again(id: number, delaySeconds: number): Promise<void>;
  /** Cancels the message of a process that ended before its start time. Never rejects. */
  unschedule(process: Pick<ProcessRecord, "id" | "startAt">): Promise<void>;
  /** Sends messages about waiting processes that have none. Returns their number. */
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

const maxInputBytes = 100_000;
/**
 * Minimum delay in seconds of a message that is sent by a schedule. A message that the queue delays belongs to the chain of the message that
 * led to it, and a chain that is as long as a wait can be looks like an endless loop to AWS.
 */
const minScheduledSeconds = 60;

export function jobs(dependencies: JobsDependencies): Jobs {
  const enqueue = enqueueIn(dependencies);
  return { accept: (job) => accepted(job, dependencies, ({ id }) => enqueue(id)), enqueue };
}

export function scheduledJobs(dependencies: JobsDependencies & { readonly schedules: Schedules }): ScheduledJobs {
  const { store, queue, schedules, clock, log } = dependencies;
  const enqueue = enqueueIn(dependencies);

  /** Makes sure that a message about a process is sent, now or at its start time. */
  const send = async ({ id, startAt }: ProcessRecord): Promise<void> => {
    const delaySeconds = Math.max(0, Math.ceil(((startAt ?? 0) - clock.now()) / 1000));
    if (startAt === null || delaySeconds <= maxDelaySeconds) return enqueue(id, delaySeconds);
    await schedules.put({ name: scheduleOf(id), at: startAt, body: messageAbout(id) });
    await store.change(id, (record) => ({ record: { ...record, enqueuedAt: startAt } }));
  };

  return {
    accept: (job) => accepted(job, dependencies, send),
    enqueue,

    async again(id, delaySeconds) {
      const at = clock.now() + delaySeconds * 1000;
      if (delaySeconds < minScheduledSeconds) await queue.send({ body: messageAbout(id), delaySeconds });
      else await schedules.put({ name: scheduleOf(id), at, body: messageAbout(id) });
      await store.change(id, (record) => ({ record: { ...record, enqueuedAt: at } }));
    },

    async unschedule({ id, startAt }) {
      if (startAt === null) return;
      await schedules.remove(scheduleOf(id)).catch((thrown: unknown) => {
        // Its message will find an ended process, and do nothing.
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
    // Before the message, which would find that the process still waits.
    await store.change(id, (record) =>
      record.againAt === null ? undefined : { record: { ...record, againAt: null } },
    );
    await queue.send({ body: messageAbout(id), delaySeconds });
    await store.change(id, (record) => ({ record: { ...record, enqueuedAt: clock.now() + delaySeconds * 1000 } }));
  };
}

/** Stores new work as a process, and sends a message about it. Returns its id. */
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
  if (Buffer.byteLength(record.input) > maxInputBytes) throw new RangeError("The input of a job is too large");
  const first = await store.create(record, job.key);
  if (first !== id) return first;
  await send(record).catch((thrown: unknown) => {
    // The work is stored. The regular sweep will find that it has no message.
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

import { callerName } from "#shared/contract/caller-name.ts";
import type { ServiceOf } from "#shared/contract/operation.ts";
import type { Blobs } from "#shared/ports/blobs.ts";
import type { Clock } from "#shared/ports/clock.ts";
import type { DeadLetters, ReceivedMessage } from "#shared/ports/queue.ts";
import type { processes, QueueName, StartableKind } from "./contract.ts";
import { logText } from "./log-text.ts";
import { processPages } from "./process-pages.ts";
import { processReading, readRecord } from "./reading.ts";
import type { ProcessRecord } from "./record.ts";
import { shownProcess, startOf } from "./rules.ts";
import type { ProcessStore } from "./store.ts";

const rowsPerPage = 100;
const maxDeadLetters = 100;

/** Work that a caller starts. `startAt`: start time in milliseconds since the epoch; undefined for now. */
interface StartedWork<Plan> {
  readonly plan: Plan;
  readonly startedBy: string;
  readonly startAt: number | undefined;
}

interface ProcessServiceDependencies<Plan> {
  readonly store: ProcessStore;
  /** Accepts work, and resolves with the id of its process. */
  readonly jobs: { accept(work: StartedWork<Plan>): Promise<number> };
  readonly queues: () => Readonly<Record<QueueName, DeadLetters>>;
  readonly plans: Readonly<Record<StartableKind, Plan>>;
  readonly blobs: () => Blobs;
  readonly clock: Clock;
  /** Asks a process to stop, and returns the process afterwards. */
  readonly abort: (id: number) => Promise<ProcessRecord>;
}

export function processService<Plan>(dependencies: ProcessServiceDependencies<Plan>): ServiceOf<typeof processes> {
  const { store, jobs, queues, plans, blobs, clock, abort } = dependencies;
  const pages = processPages(store);
  const reading = processReading({ store, blobs, clock });

  return {
    async listProcesses({ cursor, limit = rowsPerPage, from, to, ...wanted }) {
      const filter = {
        ...wanted,
        from: from === undefined ? 0 : Date.parse(from),
        to: to === undefined ? Number.POSITIVE_INFINITY : Date.parse(to),
      };
      const { records, cursor: next } = await pages(filter, cursor, limit);
      return { processes: records.map((record) => shownProcess(record, clock.now())), cursor: next };
    },

    async startProcess({ kind, startAt }, { caller }) {
      const start = startOf(startAt, clock.now());
      return { processId: await jobs.accept({ plan: plans[kind], startedBy: callerName(caller), startAt: start }) };
    },

    ...reading,

    async readProcessLogText({ id }) {
      await readRecord(store, id);
      return { status: 200, headers: { "Content-Type": "text/plain; charset=utf-8" }, body: logText(store, id) };
    },

    async listDeadLetters() {
      const { jobs, deliveries } = queues();
      const [ofJobs, ofDeliveries] = await Promise.all([
        jobs.deadLetters(maxDeadLetters),
        deliveries.deadLetters(maxDeadLetters),
      ]);
      return { deadLetters: [...ofJobs.map(shownLetter("jobs")), ...ofDeliveries.map(shownLetter("deliveries"))] };
    },

    async redriveDeadLetters() {
      const { jobs, deliveries } = queues();
      const moved = await Promise.all([jobs.redrive(), deliveries.redrive()]);
      return { moved: moved[0] + moved[1] };
    },

    async abortProcess({ id }) {
      return { process: shownProcess(await abort(id), clock.now()) };
    },
  };
}

const shownLetter =
  (queue: QueueName) =>
  ({ id, body, receiveCount }: ReceivedMessage) => ({
    id,
    queue,
    processId: processIn(body),
    deliveryId: /^\{"delivery":"([\w-]{1,100})"/.exec(body)?.[1] ?? null,
    receiveCount,
  });

/** Returns the process of a message. Null if the message is about something else, or unreadable. */
function processIn(body: string): number | null {
  const [, id] = /^\{"process":(\d{1,15})\}$/.exec(body) ?? [];
  return id === undefined ? null : Number(id);
}

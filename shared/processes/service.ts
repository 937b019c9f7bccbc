import { callerName } from "#shared/contract/caller-name.ts";
import type { ServiceOf } from "#shared/contract/operation.ts";
import type { JobPlan } from "#shared/jobs/job-kind.ts";
import type { ScheduledJobs } from "#shared/jobs/jobs.ts";
import type { Blobs } from "#shared/ports/blobs.ts";
import type { Clock } from "#shared/ports/clock.ts";
import type { QueueSource } from "#shared/ports/queue.ts";
import type { AbortProcess } from "./abort-process.ts";
import type { processes, StartableKind } from "./contract.ts";
import { logText } from "./log-text.ts";
import { processPages } from "./process-pages.ts";
import { processReading, readRecord } from "./reading.ts";
import { shownProcess, startOf } from "./rules.ts";
import type { ProcessStore } from "./store.ts";

const rowsPerPage = 100;
const mostDeadLetters = 100;

interface ProcessServiceDependencies {
  readonly store: ProcessStore;
  readonly jobs: Pick<ScheduledJobs, "accept">;
  readonly queue: () => Pick<QueueSource, "deadLetters" | "redrive">;
  readonly plans: Readonly<Record<StartableKind, JobPlan>>;
  readonly blobs: () => Blobs;
  readonly clock: Clock;
  readonly abort: AbortProcess;
}

export function processService(dependencies: ProcessServiceDependencies): ServiceOf<typeof processes> {
  const { store, jobs, queue, plans, blobs, clock, abort } = dependencies;
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
      const letters = await queue().deadLetters(mostDeadLetters);
      return {
        deadLetters: letters.map(({ id, body, receiveCount }) => ({ id, processId: processIn(body), receiveCount })),
      };
    },

    async redriveDeadLetters() {
      return { moved: await queue().redrive() };
    },

    async abortProcess({ id }) {
      return { process: shownProcess(await abort(id), clock.now()) };
    },
  };
}

/** Returns the process of a message. Null if the message is unreadable. */
function processIn(body: string): number | null {
  const [, id] = /^\{"process":(\d{1,15})\}$/.exec(body) ?? [];
  return id === undefined ? null : Number(id);
}

import { type Jobs, jobs as jobsOf } from "../../shared/jobs/accept.ts";
import { type Reports, reports as reportsOf } from "../../shared/jobs/reports.ts";
import { deleteToolLogs } from "../../shared/processes/leftovers.ts";
import { processStore } from "../../shared/processes/store.ts";
import { eventFeed } from "./events.ts";
import { blobStore, jobQueue, jobSchedules, once } from "./foundation.ts";
import { processesKeptMs } from "./processes-kept.ts";

/** Where work that takes long is accepted. */
export function jobs(): Jobs {
  return once("jobs", ({ clock, log }) =>
    jobsOf({
      store: processRecords(),
      queue: jobQueue(),
      schedules: jobSchedules,
      clock,
      log,
      announce: announceProcess,
    }),
  );
}

/** What is reported of processes by those who work on them elsewhere. */
export function jobReports(): Reports {
  return once("job reports", ({ clock }) =>
    reportsOf({
      store: processRecords(),
      clock,
      announce: announceProcess,
      enqueue: (id) => jobs().enqueue(id),
    }),
  );
}

/** Deletes what programs have put out in processes that are no longer kept. */
export function deleteProcessLeftovers(): Promise<number> {
  return deleteToolLogs({ store: processRecords(), blobs: blobStore().blobs });
}

/** Processes as they are kept. */
export function processRecords() {
  return once("process store", ({ table }) => processStore(table, processesKeptMs));
}

/** Tells who listens that a process has changed. */
export function announceProcess(id: number): Promise<void> {
  return eventFeed().publish(`process:${id}`);
}

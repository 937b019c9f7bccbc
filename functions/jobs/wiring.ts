import { type Jobs, jobs as jobsOf, type ScheduledJobs, scheduledJobs as scheduledOf } from "#shared/jobs/jobs.ts";
import { type Reports, reports as reportsOf } from "#shared/jobs/reports.ts";
import { deleteOrphanedToolLogs } from "#shared/processes/orphaned-tool-logs.ts";
import { type ProcessStore, processStore } from "#shared/processes/store.ts";
import { type EventsPlatform, eventFeed } from "../events/wiring.ts";
import { memoized } from "../memoized.ts";
import type { Platform } from "../platform.ts";
import { type CountingPlatform, jobCounting } from "../usage/event-wiring.ts";

export type JobsPlatform = EventsPlatform & Pick<Platform, "queue"> & CountingPlatform;

/** Accepts long-running jobs. */
export const jobs = memoized((platform: JobsPlatform): Jobs => jobsOf(partsOfJobs(platform)));

/** Accepts long-running jobs that can start later. */
export const scheduledJobs = memoized(
  (platform: JobsPlatform & Pick<Platform, "schedules">): ScheduledJobs =>
    scheduledOf({ ...partsOfJobs(platform), schedules: platform.schedules }),
);

function partsOfJobs(platform: JobsPlatform) {
  const { queue, clock, log } = platform;
  return { store: changedProcesses(platform), queue, clock, log, announce: announcement(platform) };
}

/** Receives reports about processes from remote workers. */
export const jobReports = memoized((platform: JobsPlatform): Reports => {
  const { clock } = platform;
  return reportsOf({
    store: changedProcesses(platform),
    clock,
    announce: announcement(platform),
    enqueue: (id) => jobs(platform).enqueue(id),
  });
});

/** Deletes program output of processes that are no longer stored. */
export function deleteOrphanedLogs(platform: Pick<Platform, "table" | "blobs">): Promise<number> {
  return deleteOrphanedToolLogs({ store: processRecords(platform), blobs: platform.blobs.blobs });
}

/** Read access to processes. */
export const processRecords = memoized(
  ({ table }: Pick<Platform, "table">): Omit<ProcessStore, "change"> => processStore(table, processesKeptMs),
);

/** Write access to processes: counts each process that ends. */
export const changedProcesses = memoized(({ table, ...platform }: Pick<Platform, "table"> & CountingPlatform) => {
  const count = jobCounting(platform);
  return processStore(table, processesKeptMs, ({ kind, state, createdAt, startedAt, saidAt, endedAt }) => {
    const durationMs = (endedAt ?? saidAt) - (startedAt ?? createdAt);
    count({ kind, state, durationMs: Math.max(0, durationMs) });
  });
});

/** Retention of processes after their end. 30 days. */
export const processesKeptMs = 30 * 24 * 60 * 60_000;

/** Returns a function that publishes changes of a process. */
export function announcement(platform: EventsPlatform): (id: number) => Promise<void> {
  return (id) => eventFeed(platform).publish(`process:${id}`);
}

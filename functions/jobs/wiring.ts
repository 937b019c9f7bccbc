import { type Jobs, jobs as jobsOf, type ScheduledJobs, scheduledJobs as scheduledOf } from "#shared/jobs/jobs.ts";
import { type Reports, reports as reportsOf } from "#shared/jobs/reports.ts";
import { deleteOrphanedToolLogs } from "#shared/processes/orphaned-tool-logs.ts";
import { type ProcessStore, processStore } from "#shared/processes/store.ts";
import { type EventsPlatform, eventFeed } from "../events/wiring.ts";
import { memoized } from "../memoized.ts";
import type { Platform } from "../platform.ts";
import { type CountingPlatform, jobCounting } from "../usage/event-wiring.ts";

export type JobsPlatform = EventsPlatform & Pick<Platform, "queue"> & CountingPlatform;

/** Where work that takes long is accepted. */
export const jobs = memoized((platform: JobsPlatform): Jobs => jobsOf(partsOfJobs(platform)));

/** The same, for work that may start later. */
export const scheduledJobs = memoized(
  (platform: JobsPlatform & Pick<Platform, "schedules">): ScheduledJobs =>
    scheduledOf({ ...partsOfJobs(platform), schedules: platform.schedules }),
);

function partsOfJobs(platform: JobsPlatform) {
  const { queue, clock, log } = platform;
  return { store: changedProcesses(platform), queue, clock, log, announce: announcement(platform) };
}

/** What is reported of processes by those who work on them elsewhere. */
export const jobReports = memoized((platform: JobsPlatform): Reports => {
  const { clock } = platform;
  return reportsOf({
    store: changedProcesses(platform),
    clock,
    announce: announcement(platform),
    enqueue: (id) => jobs(platform).enqueue(id),
  });
});

/** Deletes what programs have put out in processes that are no longer kept. */
export function deleteOrphanedLogs(platform: Pick<Platform, "table" | "blobs">): Promise<number> {
  return deleteOrphanedToolLogs({ store: processRecords(platform), blobs: platform.blobs.blobs });
}

/** Processes as they are kept, for those who read them. */
export const processRecords = memoized(
  ({ table }: Pick<Platform, "table">): Omit<ProcessStore, "change"> => processStore(table, processesKeptMs),
);

/** The same, for those who change them: each that ends is counted. */
export const changedProcesses = memoized(({ table, ...platform }: Pick<Platform, "table"> & CountingPlatform) => {
  const count = jobCounting(platform);
  return processStore(table, processesKeptMs, ({ kind, state, createdAt, startedAt, saidAt, endedAt }) => {
    const durationMs = (endedAt ?? saidAt) - (startedAt ?? createdAt);
    count({ kind, state, durationMs: Math.max(0, durationMs) });
  });
});

/** How long a process can be looked at after its end. */
export const processesKeptMs = 30 * 24 * 60 * 60_000;

/** Publishes that a process has changed. */
export function announcement(platform: EventsPlatform): (id: number) => Promise<void> {
  return (id) => eventFeed(platform).publish(`process:${id}`);
}

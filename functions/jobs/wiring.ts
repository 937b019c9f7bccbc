import { type Jobs, jobs as jobsOf, type ScheduledJobs, scheduledJobs as scheduledOf } from "#shared/jobs/jobs.ts";
import { type Reports, reports as reportsOf } from "#shared/jobs/reports.ts";
import { deleteOrphanedToolLogs } from "#shared/processes/orphaned-tool-logs.ts";
import { processStore } from "#shared/processes/store.ts";
import { type EventsPlatform, eventFeed } from "../events/wiring.ts";
import { memoized } from "../memoized.ts";
import type { Platform } from "../platform.ts";

export type JobsPlatform = EventsPlatform & Pick<Platform, "queue">;

/** Where work that takes long is accepted. */
export const jobs = memoized((platform: JobsPlatform): Jobs => jobsOf(partsOfJobs(platform)));

/** The same, for work that may start later. */
export const scheduledJobs = memoized(
  (platform: JobsPlatform & Pick<Platform, "schedules">): ScheduledJobs =>
    scheduledOf({ ...partsOfJobs(platform), schedules: platform.schedules }),
);

function partsOfJobs(platform: JobsPlatform) {
  const { queue, clock, log } = platform;
  return { store: processRecords(platform), queue, clock, log, announce: announcement(platform) };
}

/** What is reported of processes by those who work on them elsewhere. */
export const jobReports = memoized((platform: JobsPlatform): Reports => {
  const { clock } = platform;
  return reportsOf({
    store: processRecords(platform),
    clock,
    announce: announcement(platform),
    enqueue: (id) => jobs(platform).enqueue(id),
  });
});

/** Deletes what programs have put out in processes that are no longer kept. */
export function deleteOrphanedLogs(platform: Pick<Platform, "table" | "blobs">): Promise<number> {
  return deleteOrphanedToolLogs({ store: processRecords(platform), blobs: platform.blobs.blobs });
}

/** Processes as they are kept. */
export const processRecords = memoized(({ table }: Pick<Platform, "table">) => processStore(table, processesKeptMs));

/** How long a process can be looked at after its end. */
export const processesKeptMs = 30 * 24 * 60 * 60_000;

/** Publishes that a process has changed. */
export function announcement(platform: EventsPlatform): (id: number) => Promise<void> {
  return (id) => eventFeed(platform).publish(`process:${id}`);
}

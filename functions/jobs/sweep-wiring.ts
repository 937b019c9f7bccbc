import { sweepOutbox } from "../builds/job-wiring.ts";
import { notificationWatches, type WatchPlatform } from "../notifications/watch-wiring.ts";
import { dueRuns } from "../schedules/wiring.ts";
import type { ConsumerPlatform } from "./consumer-wiring.ts";
import { scheduledJobs } from "./wiring.ts";

export type SweepPlatform = ConsumerPlatform & WatchPlatform;

/** What AWS calls every minute: beside the work, what may have gone wrong by itself is looked at. */
export async function sweepEachMinute(platform: SweepPlatform): Promise<void> {
  await Promise.all([sweepWork(platform), notificationWatches(platform).sweep()]);
}

/** Sends messages again that seem to be lost: about processes, and about runs of schedules. Looks after a start for builds that are gone. */
export async function sweepWork(platform: ConsumerPlatform): Promise<void> {
  await scheduledJobs(platform).sweep();
  await dueRuns(platform).sweep();
  await sweepOutbox(platform)();
}

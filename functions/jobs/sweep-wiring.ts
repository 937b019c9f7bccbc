import { followBackups } from "../backups/job-wiring.ts";
import { sweepOutbox } from "../builds/job-wiring.ts";
import { dueRuns } from "../schedules/wiring.ts";
import type { ConsumerPlatform } from "./consumer-wiring.ts";
import { scheduledJobs } from "./wiring.ts";

/** Sends messages again that seem to be lost: about processes, and about runs of schedules. Looks after a start for builds that are gone, and for backups that FileMaker Server has made. */
export async function sweepWork(platform: ConsumerPlatform): Promise<void> {
  await scheduledJobs(platform).sweep();
  await dueRuns(platform).sweep();
  await sweepOutbox(platform)();
  await followBackups(platform)();
}

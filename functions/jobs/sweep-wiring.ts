import { dueRuns } from "../schedules/wiring.ts";
import type { ConsumerPlatform } from "./consumer-wiring.ts";
import { scheduledJobs } from "./wiring.ts";

/** Sends messages again that seem to be lost: about processes, and about runs of schedules. */
export async function sweepWork(platform: ConsumerPlatform): Promise<void> {
  await scheduledJobs(platform).sweep();
  await dueRuns(platform).sweep();
}

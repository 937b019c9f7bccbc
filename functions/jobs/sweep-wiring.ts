import { deleteExpiredTransfers } from "#shared/agent/expired-transfers.ts";
import { cleanupTrail } from "../audit/wiring.ts";
import { followBackups } from "../backups/job-wiring.ts";
import { sweepOutbox } from "../builds/job-wiring.ts";
import { deleteOrphanedParts } from "../files/upload-wiring.ts";
import { memoized } from "../memoized.ts";
import { dueRuns } from "../schedules/wiring.ts";
import type { ConsumerPlatform } from "./consumer-wiring.ts";
import { scheduledJobs } from "./wiring.ts";

/** Sends messages again that seem to be lost: about processes, and about runs of schedules. Looks after a start for builds that are gone, for backups that FileMaker Server has made, and for what has expired. */
export async function sweepWork(platform: ConsumerPlatform): Promise<void> {
  await scheduledJobs(platform).sweep();
  await dueRuns(platform).sweep();
  await sweepOutbox(platform)();
  await followBackups(platform)();
  await expiredBlobs(platform)();
}

const expiredMs = 60 * 60_000;

/** Deletes once an hour what was stored for a while only. On AWS rules of the bucket would do that too, days later, and write nothing down. */
const expiredBlobs = memoized((platform: ConsumerPlatform) => {
  const { blobs, clock } = platform;
  let dueAt = 0;
  return async (): Promise<void> => {
    if (clock.now() < dueAt) return;
    dueAt = clock.now() + expiredMs;
    await deleteOrphanedParts(platform);
    await deleteExpiredTransfers({ blobs: blobs.blobs, clock, noteCleanup: cleanupTrail(platform) });
  };
});

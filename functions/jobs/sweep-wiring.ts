import { deleteExpiredTransfers } from "#shared/agent/expired-transfers.ts";
import { cleanupTrail } from "../audit/wiring.ts";
import { followBackups } from "../backups/job-wiring.ts";
import { sweepOutbox } from "../builds/job-wiring.ts";
import { deleteOrphanedParts } from "../files/upload-wiring.ts";
import { memoized } from "../memoized.ts";
import { dueRuns } from "../schedules/wiring.ts";
import type { ConsumerPlatform } from "./consumer-wiring.ts";
import { scheduledJobs } from "./wiring.ts";

/**
 * Resends lost messages about processes and schedule runs. After a start, also checks for deleted builds, new FileMaker Server backups and
 * expired data.
 */
export async function sweepWork(platform: ConsumerPlatform): Promise<void> {
  await scheduledJobs(platform).sweep();
  await dueRuns(platform).sweep();
  await sweepOutbox(platform)();
  await followBackups(platform)();
  await expiredBlobs(platform)();
}

const expiredMs = 60 * 60_000;

/** Deletes expired blobs once an hour. On AWS, bucket rules would do so too, but days later and without a record. */
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

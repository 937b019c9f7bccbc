import { cleanupPlan } from "#shared/files/uploads/cleanup-job.ts";
import { processService } from "#shared/processes/service.ts";
import { rewrapPlan } from "#shared/rewrap/rewrap-job.ts";
import { changedProcesses, scheduledJobs } from "../jobs/wiring.ts";
import { memoized } from "../memoized.ts";
import type { Platform } from "../platform.ts";
import { type ProcessAbortPlatform, processAbort } from "./abort-wiring.ts";

export type ProcessesPlatform = ProcessAbortPlatform & Pick<Platform, "blobs">;

export const processes = memoized((platform: ProcessesPlatform) => {
  const { queue, blobs, clock } = platform;
  return processService({
    store: changedProcesses(platform),
    jobs: scheduledJobs(platform),
    queue: () => queue,
    plans: { "keys.rewrap": rewrapPlan, "uploads.tidy": cleanupPlan },
    blobs: () => blobs.blobs,
    clock,
    abort: processAbort(platform),
  });
});

import { cleanupPlan } from "#shared/files/uploads/cleanup-job.ts";
import { processes } from "#shared/processes/contract.ts";
import { processService } from "#shared/processes/service.ts";
import { processBlobs } from "#shared/processes/tool-log.ts";
import { rewrapPlan } from "#shared/rewrap/rewrap-job.ts";
import { defineResource } from "../edge/resource.ts";
import { needs, servesAdmins, startsProcesses, usesAgent } from "../needs.ts";
import type { Platform } from "../platform.ts";
import { changedProcesses, type ProcessAbortPlatform, processAbort, scheduledJobs } from "../wiring/work.ts";

export const resource = defineResource({
  contract: processes,
  wiring: service,
  needs: needs(servesAdmins, usesAgent, startsProcesses, {
    parts: {
      queue: ["redrive"],
      deliveryQueue: ["send", "redrive"],
      schedules: ["process"],
      blobs: { [processBlobs]: ["get"] },
    },
  }),
});

type ProcessesPlatform = ProcessAbortPlatform & Pick<Platform, "blobs" | "deliveryQueue">;

function service(platform: ProcessesPlatform) {
  const { queue, deliveryQueue, blobs, clock } = platform;
  return processService({
    store: changedProcesses(platform),
    jobs: scheduledJobs(platform),
    queues: () => ({ jobs: queue, deliveries: deliveryQueue }),
    plans: { "keys.rewrap": rewrapPlan, "uploads.tidy": cleanupPlan },
    blobs: () => blobs.blobs,
    clock,
    abort: processAbort(platform),
  });
}

import { ServiceError } from "#shared/contract/errors.ts";
import { cleanupPlan } from "#shared/files/uploads/cleanup-job.ts";
import { rewrapPlan } from "#shared/keys/rewrap/rewrap-job.ts";
import { processService } from "#shared/processes/service.ts";
import { type AgentClientPlatform, agentClient } from "../agent/wiring.ts";
import { announcement, type JobsPlatform, processRecords, scheduledJobs } from "../jobs/wiring.ts";
import { memoized } from "../memoized.ts";
import type { Platform } from "../platform.ts";

export type ProcessesPlatform = AgentClientPlatform & JobsPlatform & Pick<Platform, "schedules" | "blobs">;

/** The processes resource. */
export const processes = memoized((platform: ProcessesPlatform) => {
  const { queue, blobs, clock } = platform;
  return processService({
    store: processRecords(platform),
    jobs: scheduledJobs(platform),
    queue: () => queue,
    plans: { "keys.rewrap": rewrapPlan, "uploads.tidy": cleanupPlan },
    blobs: () => blobs.blobs,
    clock,
    announce: announcement(platform),
    requestAbort: (process, fence) => askAgentToStop(platform, process, fence),
  });
});

/** An abort reaches the agent at once where it is there, and with its next heartbeat where not. */
function askAgentToStop(platform: AgentClientPlatform, process: number, fence: number): void {
  const asked = agentClient(platform).request("work.abort", { process, fence }, { deadlineMs: 5_000 });
  const arrived = asked.catch((thrown: unknown) => {
    if (!(thrown instanceof ServiceError)) throw thrown;
  });
  platform.background.waitUntil("asking the agent to stop", arrived);
}

import { ServiceError } from "#shared/contract/errors.ts";
import { abortProcess } from "#shared/jobs/abort-process.ts";
import { type AgentClientPlatform, agentClient } from "../agent/wiring.ts";
import { announcement, changedProcesses, type JobsPlatform, scheduledJobs } from "../jobs/wiring.ts";
import { memoized } from "../memoized.ts";
import type { Platform } from "../platform.ts";

export type ProcessAbortPlatform = AgentClientPlatform & JobsPlatform & Pick<Platform, "schedules">;

/** Aborts processes of any resource. */
export const processAbort = memoized((platform: ProcessAbortPlatform) =>
  abortProcess({
    store: changedProcesses(platform),
    jobs: scheduledJobs(platform),
    clock: platform.clock,
    announce: announcement(platform),
    requestAbort: (process, fence) => askAgentToStop(platform, process, fence),
  }),
);

/** Sends an abort to the agent: immediately if it is connected, otherwise with its next heartbeat. */
function askAgentToStop(platform: AgentClientPlatform, process: number, fence: number): void {
  const asked = agentClient(platform).request("work.abort", { process, fence }, { deadlineMs: 5_000 });
  const arrived = asked.catch((thrown: unknown) => {
    if (!(thrown instanceof ServiceError)) throw thrown;
  });
  platform.background.waitUntil("asking the agent to stop", arrived);
}

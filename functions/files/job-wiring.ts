import { workJob } from "../../shared/agent/work-job.ts";
import { downloadPlan } from "../../shared/files/downloads/plan.ts";
import { operationPlans } from "../../shared/files/operations/plans.ts";
import { deleteJob } from "../../shared/files/trash/delete-job.ts";
import type { JobKind } from "../../shared/jobs/kind.ts";
import { type AgentClientPlatform, agentClient } from "../agent/wiring.ts";
import { type FileMakerPlatform, serverCommands } from "../filemaker/wiring.ts";

/** What the agent does to files, each kind as the process that it becomes. */
export function hostJobs(platform: AgentClientPlatform): readonly JobKind[] {
  const dependencies = { hands: () => agentClient(platform), vault: () => platform.vault };
  return Object.values(operationPlans).map((plan) => workJob(plan, dependencies));
}

/** Work on hosted files that the service does itself. */
export function fileJobs(platform: AgentClientPlatform & FileMakerPlatform): readonly JobKind[] {
  const { vault, clock } = platform;
  const hands = () => agentClient(platform);
  return [
    deleteJob({ server: serverCommands(platform), hands, vault, clock }),
    workJob(downloadPlan, { hands, vault: () => vault }),
  ];
}

import { taskJob } from "#shared/agent/tasks/task-job.ts";
import { downloadPlan } from "#shared/downloads/plan.ts";
import { operationPlans } from "#shared/files/operations/plans.ts";
import type { JobKind } from "#shared/jobs/job-kind.ts";
import { deleteJob } from "#shared/trash/delete-job.ts";
import { type AgentClientPlatform, agentClient } from "../agent/wiring.ts";
import { type FileMakerPlatform, serverCommands } from "../filemaker/wiring.ts";
import { grants } from "../oauth/grants-wiring.ts";
import type { Platform } from "../platform.ts";

/** Agent operations on files; each kind runs as a process. */
export function hostJobs(platform: AgentClientPlatform): readonly JobKind[] {
  const dependencies = { agentClient: () => agentClient(platform), vault: () => platform.vault };
  return Object.values(operationPlans).map((plan) => taskJob(plan, dependencies));
}

/** Jobs on hosted files that the service performs itself. */
export function fileJobs(
  platform: AgentClientPlatform & FileMakerPlatform & Pick<Platform, "oauthLimits">,
): readonly JobKind[] {
  const { vault, clock } = platform;
  const client = () => agentClient(platform);
  return [
    deleteJob({
      server: serverCommands(platform),
      agentClient: client,
      ...{ vault, clock },
      endSignIns: (filename) => grants(platform).revokeOfFile(filename),
    }),
    taskJob(downloadPlan, { agentClient: client, vault: () => vault }),
  ];
}

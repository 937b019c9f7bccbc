import { taskJob } from "#shared/agent/tasks/task-job.ts";
import { patchPlan } from "#shared/files/patch/service.ts";
import { cleanupJob } from "#shared/files/uploads/cleanup-job.ts";
import type { JobKind } from "#shared/jobs/job-kind.ts";
import { type AgentClientPlatform, agentClient } from "../agent/wiring.ts";
import type { AuditPlatform } from "../audit/wiring.ts";
import { backupJobs } from "../backups/job-wiring.ts";
import { buildJobs } from "../builds/job-wiring.ts";
import { deploymentJobs } from "../deployments/job-wiring.ts";
import type { FileMakerPlatform } from "../filemaker/wiring.ts";
import { fileJobs, hostJobs } from "../files/job-wiring.ts";
import { deleteOrphanedParts } from "../files/upload-wiring.ts";
import { memoized } from "../memoized.ts";
import type { NotifierPlatform } from "../notifications/publish-wiring.ts";
import type { Platform } from "../platform.ts";
import { serverJobs } from "../server/job-wiring.ts";
import { transferJobs } from "../transfer/job-wiring.ts";
import type { JobsPlatform } from "./wiring.ts";

export type WorkPlatform = JobsPlatform &
  FileMakerPlatform &
  AgentClientPlatform &
  NotifierPlatform &
  AuditPlatform &
  Pick<
    Platform,
    | "baseUrl"
    | "blobs"
    | "callouts"
    | "calloutNetworks"
    | "diskFloorBytes"
    | "jobKinds"
    | "oauthLimits"
    | "prefixes"
    | "releaseLimits"
  >;

/** Jobs of all resources. */
export const workKinds = memoized((platform: WorkPlatform): readonly JobKind[] => {
  const { vault, jobKinds = [] } = platform;
  return [
    cleanupJob(() => deleteOrphanedParts(platform)),
    ...serverJobs(platform),
    ...fileJobs(platform),
    ...buildJobs(platform),
    ...deploymentJobs(platform),
    ...backupJobs(platform),
    taskJob(patchPlan, { agentClient: () => agentClient(platform), vault: () => vault }),
    ...hostJobs(platform),
    ...transferJobs(platform),
    ...jobKinds,
  ];
});

import { taskJob } from "#shared/agent/tasks/task-job.ts";
import { patchPlan } from "#shared/files/patch/service.ts";
import { cleanupJob } from "#shared/files/uploads/cleanup-job.ts";
import { jobConsumer as consumerOf, type JobConsumer } from "#shared/jobs/consumer.ts";
import { rewrapJob } from "#shared/keys/rewrap/rewrap-job.ts";
import { type AgentClientPlatform, agentClient } from "../agent/wiring.ts";
import { buildJobs } from "../builds/job-wiring.ts";
import { deploymentJobs } from "../deployments/job-wiring.ts";
import type { FileMakerPlatform } from "../filemaker/wiring.ts";
import { fileJobs, hostJobs } from "../files/job-wiring.ts";
import { deleteOrphanedParts } from "../files/upload-wiring.ts";
import { rewrapKeys } from "../keys/wiring.ts";
import { memoized } from "../memoized.ts";
import type { NotifierPlatform } from "../notifications/publish-wiring.ts";
import type { Platform } from "../platform.ts";
import { dueRuns } from "../schedules/wiring.ts";
import { serverJobs } from "../server/job-wiring.ts";
import { announcement, type JobsPlatform, jobs, processRecords } from "./wiring.ts";

export type ConsumerPlatform = JobsPlatform &
  FileMakerPlatform &
  AgentClientPlatform &
  NotifierPlatform &
  Pick<
    Platform,
    "baseUrl" | "blobs" | "callouts" | "calloutNetworks" | "diskFloorBytes" | "jobKinds" | "prefixes" | "schedules"
  >;

/** What does the work that messages ask for. */
export const jobConsumer = memoized((platform: ConsumerPlatform): JobConsumer => {
  const { vault, clock, log, queue, blobs, jobKinds = [] } = platform;
  const kinds = [
    rewrapJob(() => rewrapKeys(platform)),
    cleanupJob(() => deleteOrphanedParts(platform)),
    ...serverJobs(platform),
    ...fileJobs(platform),
    ...buildJobs(platform),
    ...deploymentJobs(platform),
    taskJob(patchPlan, { agentClient: () => agentClient(platform), vault: () => vault }),
    ...hostJobs(platform),
    ...jobKinds,
  ];
  return consumerOf({
    store: processRecords(platform),
    jobs: jobs(platform),
    queue,
    kinds: () => kinds,
    blobs: () => blobs.blobs,
    clock,
    log,
    announce: announcement(platform),
    other: (message, isLastTry) => dueRuns(platform).handle(message, isLastTry),
  });
});

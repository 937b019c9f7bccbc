import { workJob } from "../../shared/agent/work-job.ts";
import { patchPlan } from "../../shared/files/patch/service.ts";
import { tidyJob } from "../../shared/files/tidy-job.ts";
import { jobConsumer as consumerOf, type JobConsumer } from "../../shared/jobs/consumer.ts";
import { rewrapJob } from "../../shared/keys/rewrap-job.ts";
import { hands } from "./agent.ts";
import { fileJobs, hostJobs } from "./files.ts";
import { blobStore, jobQueue, once } from "./foundation.ts";
import { announceProcess, jobs, processRecords } from "./jobs.ts";
import { rewrapKeys } from "./keys.ts";
import { serverJobs } from "./server.ts";
import { deleteUploadLeftovers } from "./uploads.ts";

/** What does the work that messages ask for. */
export function jobConsumer(): JobConsumer {
  return once("job consumer", ({ vault, clock, log, jobKinds = [] }) => {
    const kinds = [
      rewrapJob(rewrapKeys),
      tidyJob(deleteUploadLeftovers),
      ...serverJobs(),
      ...fileJobs(),
      workJob(patchPlan, { hands, vault: () => vault }),
      ...hostJobs(),
      ...jobKinds,
    ];
    return consumerOf({
      store: processRecords(),
      jobs: jobs(),
      queue: jobQueue(),
      kinds: () => kinds,
      blobs: () => blobStore().blobs,
      clock,
      log,
      announce: announceProcess,
    });
  });
}

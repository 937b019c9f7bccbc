import { jobConsumer as consumerOf, type JobConsumer } from "#shared/jobs/consumer.ts";
import { rewrapJob } from "#shared/rewrap/rewrap-job.ts";
import { memoized } from "../memoized.ts";
import type { Platform } from "../platform.ts";
import { dueRuns } from "../schedules/wiring.ts";
import { type WorkPlatform, workKinds } from "./kinds-wiring.ts";
import { rewrapSecrets } from "./rewrap-wiring.ts";
import { announcement, changedProcesses, jobs } from "./wiring.ts";

export type ConsumerPlatform = WorkPlatform & Pick<Platform, "schedules">;

/** Performs the jobs that messages request. */
export const jobConsumer = memoized((platform: ConsumerPlatform): JobConsumer => {
  const { clock, log, queue, blobs } = platform;
  const kinds = [rewrapJob(() => rewrapSecrets(platform)), ...workKinds(platform)];
  return consumerOf({
    store: changedProcesses(platform),
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

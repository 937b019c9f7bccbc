import { deleteExpiredTransfers } from "#shared/agent/expired-transfers.ts";
import { agentKeySecrets } from "#shared/agent/store.ts";
import { taskSecrets } from "#shared/agent/tasks/task-job.ts";
import { offsiteSettingPartitions, offsiteSettingSecrets } from "#shared/backups/notifications/store.ts";
import { buildPartitions, buildSecrets } from "#shared/builds/store.ts";
import { deploymentPartitions, deploymentSecrets } from "#shared/deployments/store.ts";
import { fileMakerSessionsOfAccountPartitions } from "#shared/filemaker/sessions/session-store.ts";
import { uploadsPrefix } from "#shared/files/uploads/part-names.ts";
import { uploadPartitions } from "#shared/files/uploads/store.ts";
import { identityPartitions, identitySecrets } from "#shared/identity/store.ts";
import { jobConsumer as consumerOf, type JobConsumer } from "#shared/jobs/consumer.ts";
import { keyLookupPartitions } from "#shared/keys/store.ts";
import { notificationEventPartitions } from "#shared/notifications/store.ts";
import { accountSecrets } from "#shared/oauth/grants/account-store.ts";
import { grantPartitions } from "#shared/oauth/grants/grant-store.ts";
import { oauthKeyPartitions, oauthKeySecrets } from "#shared/oauth/server/key-store.ts";
import { artifactPartitions, artifactsOfGrantPartitions } from "#shared/oauth/tokens/artifact-store.ts";
import { transfersPrefix } from "#shared/ports/links/transfer-names.ts";
import { processPartitions } from "#shared/processes/store.ts";
import { processBlobs } from "#shared/processes/tool-log.ts";
import { rewrapJob } from "#shared/rewrap/rewrap-job.ts";
import { serverWorkSecrets } from "#shared/server/sealed-secrets.ts";
import { peoplePartitions } from "#shared/sessions/people/store.ts";
import { importPartitions, importSecrets } from "#shared/transfer/store.ts";
import { deletionSecrets } from "#shared/trash/delete-job.ts";
import { memoized } from "../memoized.ts";
import { callsFileMaker, needs, usesAgent, worksInBackground } from "../needs.ts";
import type { Platform } from "../platform.ts";
import { sweepOutbox } from "../wiring/builds.ts";
import { cleanupTrail } from "../wiring/calls.ts";
import { followBackups } from "../wiring/offsite.ts";
import { dueRuns } from "../wiring/schedules.ts";
import { readsTransfers } from "../wiring/transfer.ts";
import { deleteOrphanedParts } from "../wiring/uploads.ts";
import { announcement, changedProcesses, scheduledJobs } from "../wiring/work.ts";
import { defineWorker } from "../worker.ts";
import { rewrapSecrets, type WorkPlatform, workKinds } from "./kinds.ts";

/** Kinds of secrets without expiry, and secrets of jobs that can wait indefinitely. */
const lastingSecrets = [
  ...readsTransfers.opens,
  agentKeySecrets,
  offsiteSettingSecrets,
  identitySecrets,
  accountSecrets,
  oauthKeySecrets,
  buildSecrets,
  deploymentSecrets,
  taskSecrets,
  serverWorkSecrets,
  deletionSecrets,
  importSecrets,
];

export const worker = defineWorker({
  wiring: (platform: ConsumerPlatform) => ({ consume: jobConsumer(platform), sweep: () => sweepWork(platform) }),
  needs: needs(worksInBackground, usesAgent, callsFileMaker, readsTransfers, {
    // Everything sealed under an older key that must stay is opened and sealed again.
    seals: lastingSecrets,
    opens: lastingSecrets,
    reads: [
      processPartitions,
      buildPartitions,
      deploymentPartitions,
      notificationEventPartitions,
      offsiteSettingPartitions,
      identityPartitions,
      grantPartitions,
      artifactPartitions,
      artifactsOfGrantPartitions,
      oauthKeyPartitions,
      uploadPartitions,
      importPartitions,
      peoplePartitions,
      keyLookupPartitions.admin,
      fileMakerSessionsOfAccountPartitions,
    ],
    // Jobs of every kind need to write everything that the service can write.
    writes: "every partition",
    parts: {
      queue: ["send", "receive"],
      deliveryQueue: ["send"],
      schedules: ["process", "schedule"],
      blobs: {
        [processBlobs]: ["put", "get", "delete"],
        [uploadsPrefix]: ["get", "delete", "list"],
        [transfersPrefix]: ["delete", "list"],
      },
    },
  }),
});

export type ConsumerPlatform = WorkPlatform & Pick<Platform, "schedules">;

/** Performs the jobs that messages request. */
export const jobConsumer = memoized((platform: ConsumerPlatform): JobConsumer => {
  const { clock, log, queue, blobs } = platform;
  const kinds = [rewrapJob(() => rewrapSecrets(platform)), ...workKinds(platform)];
  return consumerOf({
    store: changedProcesses(platform),
    jobs: scheduledJobs(platform),
    queue,
    kinds: () => kinds,
    blobs: () => blobs.blobs,
    clock,
    log,
    announce: announcement(platform),
    other: (message, isLastTry) => dueRuns(platform).handle(message, isLastTry),
  });
});

/**
 * Resends lost messages about processes and schedule runs. After a start, also checks for deleted builds, new FileMaker Server backups and
 * expired data.
 */
export async function sweepWork(platform: ConsumerPlatform): Promise<void> {
  await scheduledJobs(platform).sweep();
  await dueRuns(platform).sweep();
  await sweepOutbox(platform)();
  await followBackups(platform)();
  await expiredBlobs(platform)();
}

const expiredMs = 60 * 60_000;

/** Deletes expired blobs once an hour. On AWS, bucket rules would do so too, but days later and without a record. */
const expiredBlobs = memoized((platform: ConsumerPlatform) => {
  const { blobs, clock } = platform;
  let dueAt = 0;
  return async (): Promise<void> => {
    if (clock.now() < dueAt) return;
    dueAt = clock.now() + expiredMs;
    await deleteOrphanedParts(platform);
    await deleteExpiredTransfers({ blobs: blobs.blobs, clock, noteCleanup: cleanupTrail(platform) });
  };
});

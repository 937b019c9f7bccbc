import { assignedAgent, taskInput, taskJob } from "#shared/agent/tasks/task-job.ts";
import { buildEvents } from "#shared/builds/build-events.ts";
import { buildJob, buildPlan } from "#shared/builds/build-job.ts";
import { compareJob } from "#shared/builds/compare/compare-job.ts";
import { comparePlan } from "#shared/builds/compare/compare-structures.ts";
import { comparisonStore } from "#shared/builds/compare/store.ts";
import { buildDownloads } from "#shared/builds/downloads.ts";
import { hostBuilds } from "#shared/builds/host-builds.ts";
import { buildLinks } from "#shared/builds/links.ts";
import { outboxLook, outboxSweep } from "#shared/builds/outbox.ts";
import { publishing, publishPlan } from "#shared/builds/publishing.ts";
import { settleBuild } from "#shared/builds/settle.ts";
import { buildStore } from "#shared/builds/store.ts";
import type { JobKind } from "#shared/jobs/job-kind.ts";
import { systemStore } from "#shared/system/store.ts";
import { type AgentClientPlatform, agentClient, agentRecords } from "../agent/wiring.ts";
import { type AuditPlatform, cleanupTrail } from "../audit/wiring.ts";
import { offsiteLocations } from "../backups/location-wiring.ts";
import { releaseChain } from "../deployments/job-wiring.ts";
import { turnsToRelease } from "../deployments/turn-wiring.ts";
import { type EventsPlatform, eventFeed } from "../events/wiring.ts";
import { type JobsPlatform, jobs, processRecords } from "../jobs/wiring.ts";
import { memoized } from "../memoized.ts";
import { type NotifierPlatform, notificationPublisher } from "../notifications/publish-wiring.ts";
import type { Platform } from "../platform.ts";

export const buildRecords = memoized(({ table }: Pick<Platform, "table">) => buildStore(table));

/** Results of build comparisons. */
export const comparisonRecords = memoized(({ table }: Pick<Platform, "table">) => comparisonStore(table));

/** Builds in the host's outbox. */
export const buildsOnHost = memoized((platform: AgentClientPlatform) => hostBuilds(() => agentClient(platform)));

const publishBuildChange = (platform: EventsPlatform) => (id: number) => eventFeed(platform).publish(`build:${id}`);

export const lookIntoOutbox = memoized((platform: AgentClientPlatform) =>
  outboxLook({
    store: buildRecords(platform),
    processes: processRecords(platform),
    host: buildsOnHost(platform),
    clock: platform.clock,
    announce: publishBuildChange(platform),
  }),
);

/** Detects builds that disappeared from the outbox unnoticed. */
export const sweepOutbox = memoized((platform: AgentClientPlatform) =>
  outboxSweep({
    look: lookIntoOutbox(platform),
    async openLink() {
      const link = await agentRecords(platform).link();
      return link?.connection == null ? undefined : link.link;
    },
  }),
);

/** Download addresses of builds. */
export const downloadsOfBuilds = memoized(
  ({ vault, clock, baseUrl, prefixes: [prefix] }: Pick<Platform, "vault" | "clock" | "baseUrl" | "prefixes">) =>
    buildDownloads({ links: buildLinks(vault, clock), baseUrl, prefix }),
);

/** Path prefixes to try on another server's service, in addition to ours. */
const otherPrefixes = ["svc", "otto"];

type PublishPlatform = JobsPlatform &
  Pick<Platform, "table" | "vault" | "prefixes" | "calloutNetworks" | "diskFloorBytes">;

/** Publishes builds to other places. */
export const buildPublishing = memoized((platform: PublishPlatform) =>
  publishing({
    jobs: () => jobs(platform),
    taskInput: (work, fields) => taskInput(platform.vault, work, fields),
    openLocation: offsiteLocations(platform),
    prefixes: [...new Set([...platform.prefixes, ...otherPrefixes])],
    networks: platform.calloutNetworks,
    floorBytes: platform.diskFloorBytes,
  }),
);

/** Jobs that make and publish builds. */
export function buildJobs(
  platform: AgentClientPlatform &
    AuditPlatform &
    PublishPlatform &
    NotifierPlatform &
    Pick<Platform, "baseUrl" | "callouts">,
): readonly JobKind[] {
  const { table, vault, clock, baseUrl } = platform;
  const onAgent = { agentClient: () => agentClient(platform), vault: () => vault };
  const store = buildRecords(platform);
  const events = buildEvents({
    publish: notificationPublisher(platform),
    downloads: downloadsOfBuilds(platform),
    vault,
    baseUrl,
    prefix: platform.prefixes[0],
    clock,
  });
  return [
    taskJob(publishPlan, onAgent),
    compareJob({
      comparing: taskJob(comparePlan, onAgent),
      store: comparisonRecords(platform),
      clock,
      announce: publishBuildChange(platform),
    }),
    buildJob({
      making: taskJob(buildPlan, onAgent),
      isTaken: (step) => assignedAgent(step) !== undefined,
      turns: turnsToRelease(platform),
      async started(processId) {
        const record = await store.ofProcess(processId);
        if (record !== undefined) await events.started(record);
      },
      settle: settleBuild({
        store,
        host: buildsOnHost(platform),
        maxBuilds: async () => (await systemStore(table).settings()).settings.maxOutboxBuilds,
        noteCleanup: cleanupTrail(platform),
        publish: buildPublishing(platform).publish,
        callChain: releaseChain(platform),
        vault,
        clock,
        announce: publishBuildChange(platform),
        events,
      }),
    }),
  ];
}

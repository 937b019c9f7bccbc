import { agentStore } from "#shared/agent/store.ts";
import { assignedAgent, taskInput, taskJob } from "#shared/agent/tasks/task-job.ts";
import { hostStat } from "#shared/browser/host-stat.ts";
import { fileDelivery } from "#shared/browser/transfers/downloads.ts";
import { buildEvents } from "#shared/builds/build-events.ts";
import { buildJob, buildPlan } from "#shared/builds/build-job.ts";
import { compareJob } from "#shared/builds/compare/compare-job.ts";
import { comparePlan } from "#shared/builds/compare/compare-structures.ts";
import { comparisonStore } from "#shared/builds/compare/store.ts";
import { type FileConfigOf, fileConfigs } from "#shared/builds/config/file-configs.ts";
import { buildDeliveries } from "#shared/builds/deliveries.ts";
import { buildDownloads } from "#shared/builds/downloads.ts";
import { hostBuilds } from "#shared/builds/host-builds.ts";
import { buildLinks } from "#shared/builds/links/build-links.ts";
import { outboxLook, outboxSweep } from "#shared/builds/outbox.ts";
import { publishing, publishPlan } from "#shared/builds/publishing.ts";
import { settleBuild } from "#shared/builds/settle.ts";
import { type StartBuild, startBuild } from "#shared/builds/start-build.ts";
import { buildStore } from "#shared/builds/store.ts";
import { normalizedDatabaseName } from "#shared/contract/values/database-name.ts";
import { prefixesToTry } from "#shared/contract/values/service-prefixes.ts";
import type { JobKind } from "#shared/jobs/job-kind.ts";
import { definitionOf } from "#shared/mcp-servers/definition/definition-of.ts";
import { mcpServerReads, mcpServerStore } from "#shared/mcp-servers/store.ts";
import { systemStore } from "#shared/system/store.ts";
import { webhookPartitions, webhookStore } from "#shared/webhooks/store.ts";
import { added } from "../additions/additions.ts";
import { memoized } from "../memoized.ts";
import { needs } from "../needs.ts";
import type { CommonPlatform, Platform } from "../platform.ts";
import { type AuditPlatform, cleanupTrail, type EventsPlatform, eventFeed } from "./calls.ts";
import { releaseChain, turnsToRelease } from "./deployments.ts";
import { accountOfHost, type FileMakerPlatform, serverCommands } from "./filemaker.ts";
import { bytesOfHost } from "./host-bytes.ts";
import { offsiteLocations } from "./offsite.ts";
import {
  type AgentClientPlatform,
  agentClient,
  type JobsPlatform,
  jobs,
  type NotifierPlatform,
  notificationPublisher,
  processRecords,
  scheduledJobs,
  startMoment,
} from "./work.ts";

const addedNotes = await added("notesOfFiles");

/** Data that builds include with their files. */
export const readsFileConfigs = needs({
  reads: [webhookPartitions, mcpServerReads, ...addedNotes.map(({ partitions }) => partitions)],
});

/** Configurations that builds include with their files. */
const configsOfFiles = memoized(
  (platform: Pick<Platform, "table" | "clock">): FileConfigOf =>
    fileConfigs({
      noteOf: async (file) => addedNotes[0]?.part(platform).find(file),
      async webhooksOf(file) {
        const all = await webhookStore(platform.table).all();
        return all
          .filter(({ database }) => normalizedDatabaseName(database) === normalizedDatabaseName(file))
          .map(({ channel, useFileReceiver, label, settings }) => ({ channel, useFileReceiver, label, settings }));
      },
      async mcpServersOf(file) {
        const records = (await mcpServerStore(platform.table).all()).map(({ record }) => record);
        return records
          .filter(({ filename }) => normalizedDatabaseName(filename) === normalizedDatabaseName(file))
          .map(definitionOf);
      },
    }),
);

/** Builds in the host's outbox. */
export const buildsOnHost = memoized((platform: AgentClientPlatform) => hostBuilds(() => agentClient(platform)));

const publishBuildChange = (platform: EventsPlatform) => (id: number) => eventFeed(platform).publish(`build:${id}`);

export const lookIntoOutbox = memoized((platform: AgentClientPlatform) =>
  outboxLook({
    store: buildStore(platform.table),
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
      const link = await agentStore(platform.table, platform.agents.heartbeats).link();
      return link?.connection == null ? undefined : link.link;
    },
  }),
);

/** Download addresses of builds. */
export const downloadsOfBuilds = memoized(
  ({ vault, clock, baseUrl, prefixes: [prefix] }: Pick<Platform, "vault" | "clock" | "baseUrl" | "prefixes">) =>
    buildDownloads({ links: buildLinks(vault, clock), baseUrl, prefix }),
);

type PublishPlatform = JobsPlatform &
  Pick<Platform, "table" | "vault" | "prefixes" | "calloutNetworks" | "diskFloorBytes">;

/** Publishes builds to other places. */
export const buildPublishing = memoized((platform: PublishPlatform) =>
  publishing({
    jobs: () => jobs(platform),
    taskInput: (work, fields) => taskInput(platform.vault, work, fields),
    openLocation: offsiteLocations(platform),
    prefixes: prefixesToTry(platform.prefixes),
    networks: platform.calloutNetworks,
    floorBytes: platform.diskFloorBytes,
  }),
);

/** Jobs that make and publish builds. */
export function buildJobs(
  platform: AgentClientPlatform & AuditPlatform & PublishPlatform & NotifierPlatform & CommonPlatform,
): readonly JobKind[] {
  const { table, vault, clock, baseUrl } = platform;
  const onAgent = { agentClient: () => agentClient(platform), vault: () => vault };
  const store = buildStore(platform.table);
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
      store: comparisonStore(platform.table),
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

export type BuildStartPlatform = FileMakerPlatform &
  JobsPlatform &
  Pick<Platform, "schedules" | "diskFloorBytes" | "releaseLimits" | "prefixes" | "calloutNetworks">;

export const buildStart = memoized((platform: BuildStartPlatform): StartBuild => {
  const { vault, clock, diskFloorBytes: floorBytes, releaseLimits } = platform;
  return startBuild({
    store: buildStore(platform.table),
    server: serverCommands(platform),
    administrator: accountOfHost(platform),
    jobs: () => scheduledJobs(platform),
    taskInput: (work, fields) => taskInput(vault, work, fields),
    startMoment: startMoment(platform),
    checkDestination: buildPublishing(platform).check,
    configOf: configsOfFiles(platform),
    scriptSeconds: releaseLimits.preBuildScriptSeconds,
    floorBytes,
    vault,
    clock,
  });
});

type BuildDownloadsPlatform = AgentClientPlatform & Pick<Platform, "answerMs" | "transfers">;

/** Downloads of builds by a link. */
export const buildDeliveriesOf = memoized((platform: BuildDownloadsPlatform) => {
  const { table, vault, clock, answerMs } = platform;
  const client = () => agentClient(platform);
  return buildDeliveries({
    store: buildStore(table),
    links: buildLinks(vault, clock),
    send: fileDelivery({ bytes: bytesOfHost(platform).files, stat: hostStat(client), clock, answerMs }),
  });
});

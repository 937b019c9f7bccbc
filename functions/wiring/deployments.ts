import { assignedAgent, taskOffer } from "#shared/agent/tasks/task-job.ts";
import { findBackup } from "#shared/backups/restores/find-backup.ts";
import { buildPlan } from "#shared/builds/build-job.ts";
import { type CallChain, callChain } from "#shared/builds/call-chain.ts";
import { hostBuilds } from "#shared/builds/host-builds.ts";
import { pushLinks } from "#shared/builds/push/push-links.ts";
import { prefixesToTry } from "#shared/contract/values/service-prefixes.ts";
import { chainedActions } from "#shared/deployments/chain/chained-actions.ts";
import { sendChain } from "#shared/deployments/chain/send-chain.ts";
import { type PutFileConfigs, putFileConfigs } from "#shared/deployments/config/put-file-configs.ts";
import { deploymentJob, deploymentPlan } from "#shared/deployments/deployment-job.ts";
import { deploymentEvents } from "#shared/deployments/events/deployment-events.ts";
import { fileSources } from "#shared/deployments/file-source.ts";
import { hostBackups } from "#shared/deployments/host-backups.ts";
import { neighboursOf } from "#shared/deployments/neighbours.ts";
import { sealedRecipes } from "#shared/deployments/recipes/sealed-recipes.ts";
import { recipeStore } from "#shared/deployments/recipes/store.ts";
import { sealedDeployments } from "#shared/deployments/sealed-deployments.ts";
import { settleDeployment } from "#shared/deployments/settle.ts";
import { sourceServer as sourceServerOf } from "#shared/deployments/source-server.ts";
import { offsiteSources } from "#shared/deployments/sources/offsite-sources.ts";
import { pushBuild } from "#shared/deployments/sources/push-build.ts";
import { type DeploymentStarts, deploymentStarts } from "#shared/deployments/start-deployment.ts";
import { deploymentStore } from "#shared/deployments/store.ts";
import type { JobKind } from "#shared/jobs/job-kind.ts";
import { turnsOf } from "#shared/jobs/turn.ts";
import { placeMcpServer } from "#shared/mcp-servers/definition/place-server.ts";
import { mcpServerStore } from "#shared/mcp-servers/store.ts";
import type { ProcessRecord } from "#shared/processes/record.ts";
import { systemStore } from "#shared/system/store.ts";
import { placeWebhook } from "#shared/webhooks/place-webhook.ts";
import { webhookStore } from "#shared/webhooks/store.ts";
import { added } from "../additions/additions.ts";
import { memoized } from "../memoized.ts";
import type { CommonPlatform, Platform } from "../platform.ts";
import { type AuditPlatform, cleanupTrail, eventFeed, type KeyCachePlatform } from "./calls.ts";
import { accountOfHost, type FileMakerPlatform, serverCommands } from "./filemaker.ts";
import { offsiteLocations, offsiteSnapshots } from "./offsite.ts";
import {
  type AgentClientPlatform,
  agentClient,
  type JobsPlatform,
  jobs,
  type NotifierPlatform,
  notificationPublisher,
  type ProcessAbortPlatform,
  processAbort,
  processRecords,
  scheduledJobs,
  startMoment,
} from "./work.ts";

const addedNotes = await added("notesOfFiles");

/** Saves the configurations that builds include for files. */
const configsOfDeployments = memoized(
  (platform: Pick<Platform, "table" | "clock">): PutFileConfigs =>
    putFileConfigs({
      async putNote(filename, document) {
        await addedNotes[0]?.part(platform).put(filename, document);
      },
      placeWebhook: placeWebhook({ store: webhookStore(platform.table), clock: platform.clock }),
      placeMcpServer: placeMcpServer({ store: mcpServerStore(platform.table), clock: platform.clock }),
    }),
);

type DeploymentJobPlatform = JobsPlatform &
  FileMakerPlatform &
  AgentClientPlatform &
  NotifierPlatform &
  AuditPlatform &
  CommonPlatform;

/** Encrypted secrets of deployments. */
export const deploymentSeals = memoized((platform: Pick<Platform, "table" | "vault">) =>
  sealedDeployments(deploymentStore(platform.table), platform.vault),
);

/** Servers and storage locations that provide files. */
export const deploymentSources = memoized((platform: CommonPlatform) => {
  const { callouts, calloutNetworks: networks, clock, ownServer: own } = platform;
  const prefixes = prefixesToTry(platform.prefixes);
  const sourceServer = (source: Parameters<typeof sourceServerOf>[1]) =>
    sourceServerOf({ callouts, own, prefixes }, source);
  const isOwnServer = async (address: string) =>
    own === undefined ? new URL(address).origin === new URL(platform.baseUrl()).origin : own.isOwn(address);
  const openLocation = offsiteLocations(platform);
  const look = findBackup(offsiteSnapshots(platform));
  const offsite = offsiteSources({ openLocation, findBackup: look, callouts, clock });
  return {
    sourceServer,
    isOwnServer,
    fileSource: fileSources({ sourceServer, isOwnServer, callouts, offsite, networks }),
  };
});

/** Runs the actions that follow builds and deployments. */
export const releaseChain = memoized((platform: CommonPlatform): CallChain => {
  const { sourceServer } = deploymentSources(platform);
  return callChain(chainedActions({ callouts: platform.callouts, sourceServer }));
});

export function deploymentJobs(platform: DeploymentJobPlatform): readonly JobKind[] {
  const { table, clock, diskFloorBytes: floorBytes, releaseLimits: limits } = platform;
  const store = deploymentStore(platform.table);
  const sealed = deploymentSeals(platform);
  const processes = processRecords(platform);
  const { sourceServer, fileSource, isOwnServer } = deploymentSources(platform);
  const events = deploymentEvents({
    publish: notificationPublisher(platform),
    store,
    sealed,
    processes,
    baseUrl: platform.baseUrl,
    prefix: platform.prefixes[0],
    clock,
  });
  return [
    deploymentJob({
      offer: taskOffer(() => agentClient(platform)),
      isTaken: (step) => assignedAgent(step) !== undefined,
      turns: turnsToRelease(platform),
      sealed,
      neighbours: neighboursOf({ store, processes, sealed }),
      sourceServer,
      fileSource,
      isOwnServer,
      pushBuild: pushBuild({
        sourceServer,
        host: hostBuilds(() => agentClient(platform)),
        links: pushLinks(platform.vault, clock),
        address: () => `${platform.baseUrl()}/${platform.prefixes[0]}/api/build/push`,
        floorBytes,
        clock,
        ids: platform.ids,
      }),
      started: (id) => events.started(id),
      settle: settleDeployment({
        store,
        sealed,
        processes,
        backups: hostBackups(() => agentClient(platform)),
        host: hostBuilds(() => agentClient(platform)),
        server: serverCommands(platform),
        sourceServer,
        maxBackups: async () => (await systemStore(table).settings()).settings.maxDeploymentBackups,
        noteCleanup: cleanupTrail(platform),
        putFileConfigs: configsOfDeployments(platform),
        limits,
        sendChain: sendChain({ store, sealed, callChain: releaseChain(platform) }),
        clock,
        announce: (id) => eventFeed(platform).publish(`deployment:${id}`),
        events,
      }),
      floorBytes,
      limits,
      clock,
    }),
  ];
}

export const recipeSeals = memoized((platform: Pick<Platform, "table" | "vault">) =>
  sealedRecipes(recipeStore(platform.table), platform.vault),
);

export type DeploymentStartPlatform = ProcessAbortPlatform & KeyCachePlatform;

export const deploymentStart = memoized(
  (platform: DeploymentStartPlatform): DeploymentStarts =>
    deploymentStarts({
      store: deploymentStore(platform.table),
      sealed: deploymentSeals(platform),
      administrator: accountOfHost(platform),
      jobs: () => scheduledJobs(platform),
      abort: processAbort(platform),
      startMoment: startMoment(platform),
      clock: platform.clock,
    }),
);

/** Lets one build or deployment run at a time. */
export const turnsToRelease = memoized((platform: JobsPlatform) =>
  turnsOf({
    store: processRecords(platform),
    enqueue: (id) => jobs(platform).enqueue(id),
    now: () => platform.clock.now(),
    kinds: { build: buildPlan.kind, deployment: deploymentPlan.kind },
  }),
);

/** Returns builds and deployments that are waiting, running, or scheduled for later. */
export async function openReleases(platform: Pick<Platform, "table">): Promise<readonly ProcessRecord[]> {
  const store = processRecords(platform);
  const kinds: readonly string[] = [buildPlan.kind, deploymentPlan.kind];
  const all = await Promise.all((await store.openIds()).map(store.get));
  return all
    .filter((process) => process !== undefined)
    .filter(({ kind, endedAt }) => kinds.includes(kind) && endedAt === null);
}

import { assignedAgent, taskOffer } from "#shared/agent/tasks/task-job.ts";
import { findBackup } from "#shared/backups/restores/find-backup.ts";
import { type CallChain, callChain } from "#shared/builds/call-chain.ts";
import { hostBuilds } from "#shared/builds/host-builds.ts";
import { pushLinks } from "#shared/builds/push/push-links.ts";
import { chainedActions } from "#shared/deployments/chain/chained-actions.ts";
import { sendChain } from "#shared/deployments/chain/send-chain.ts";
import { deploymentJob } from "#shared/deployments/deployment-job.ts";
import { deploymentEvents } from "#shared/deployments/events/deployment-events.ts";
import { fileSources } from "#shared/deployments/file-source.ts";
import { hostBackups } from "#shared/deployments/host-backups.ts";
import { neighboursOf } from "#shared/deployments/neighbours.ts";
import { sealedDeployments } from "#shared/deployments/sealed-deployments.ts";
import { settleDeployment } from "#shared/deployments/settle.ts";
import { sourceServer as sourceServerOf } from "#shared/deployments/source-server.ts";
import { offsiteSources } from "#shared/deployments/sources/offsite-sources.ts";
import { pushBuild } from "#shared/deployments/sources/push-build.ts";
import { deploymentStore } from "#shared/deployments/store.ts";
import type { JobKind } from "#shared/jobs/job-kind.ts";
import { systemStore } from "#shared/system/store.ts";
import { type AgentClientPlatform, agentClient } from "../agent/wiring.ts";
import { type AuditPlatform, cleanupTrail } from "../audit/wiring.ts";
import { offsiteLocations } from "../backups/location-wiring.ts";
import { offsiteSnapshots } from "../backups/snapshot-wiring.ts";
import { eventFeed } from "../events/wiring.ts";
import { type FileMakerPlatform, serverCommands } from "../filemaker/wiring.ts";
import { type JobsPlatform, processRecords } from "../jobs/wiring.ts";
import { memoized } from "../memoized.ts";
import { type NotifierPlatform, notificationPublisher } from "../notifications/publish-wiring.ts";
import type { Platform } from "../platform.ts";
import { configsOfDeployments } from "./config-wiring.ts";
import { turnsToRelease } from "./turn-wiring.ts";

type DeploymentJobPlatform = JobsPlatform &
  FileMakerPlatform &
  AgentClientPlatform &
  NotifierPlatform &
  AuditPlatform &
  Pick<Platform, "baseUrl" | "callouts" | "calloutNetworks" | "prefixes" | "diskFloorBytes" | "releaseLimits">;

export const deploymentRecords = memoized(({ table }: Pick<Platform, "table">) => deploymentStore(table));

/** Encrypted secrets of deployments. */
export const deploymentSecrets = memoized((platform: Pick<Platform, "table" | "vault">) =>
  sealedDeployments(deploymentRecords(platform), platform.vault),
);

/** Path prefixes to try on another server's service, in addition to ours. */
const otherPrefixes = ["svc", "otto"];

type SourcesPlatform = Pick<Platform, "table" | "vault" | "clock" | "callouts" | "calloutNetworks" | "prefixes">;

/** Servers and storage locations that provide files. */
export const deploymentSources = memoized((platform: SourcesPlatform) => {
  const { callouts, calloutNetworks: networks, clock } = platform;
  const prefixes = [...new Set([...platform.prefixes, ...otherPrefixes])];
  const sourceServer = (source: Parameters<typeof sourceServerOf>[1]) => sourceServerOf({ callouts, prefixes }, source);
  const openLocation = offsiteLocations(platform);
  const look = findBackup(offsiteSnapshots(platform));
  const offsite = offsiteSources({ openLocation, findBackup: look, callouts, clock });
  return { sourceServer, fileSource: fileSources({ sourceServer, callouts, offsite, networks }) };
});

/** Runs the actions that follow builds and deployments. */
export const releaseChain = memoized((platform: Parameters<typeof deploymentSources>[0]): CallChain => {
  const { sourceServer } = deploymentSources(platform);
  return callChain(chainedActions({ callouts: platform.callouts, sourceServer }));
});

export function deploymentJobs(platform: DeploymentJobPlatform): readonly JobKind[] {
  const { table, clock, diskFloorBytes: floorBytes, releaseLimits: limits } = platform;
  const store = deploymentRecords(platform);
  const sealed = deploymentSecrets(platform);
  const processes = processRecords(platform);
  const { sourceServer, fileSource } = deploymentSources(platform);
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

import { serverFolders } from "#shared/filemaker/commands/server-folders.ts";
import { serverMetadata } from "#shared/filemaker/commands/server-metadata.ts";
import { storedAccounts } from "#shared/keys/lookups/stored-accounts.ts";
import { keyLookupPartitions, keySecrets, keyStore } from "#shared/keys/store.ts";
import { troublePartitions } from "#shared/notifications/store.ts";
import { schedulePartitions } from "#shared/schedules/store.ts";
import { apiDescription } from "#shared/system/api-description.ts";
import { apiDocumentation } from "#shared/system/api-page/contract.ts";
import { appLog } from "#shared/system/app-log.ts";
import { type Kept, system } from "#shared/system/contract.ts";
import { information } from "#shared/system/information.ts";
import { knownServer } from "#shared/system/known-server.ts";
import { allowedNetworks as networkContract } from "#shared/system/networks/contract.ts";
import { allowedNetworkService } from "#shared/system/networks/service.ts";
import { allowedNetworkPartitions, allowedNetworkStore } from "#shared/system/networks/store.ts";
import { openInFileMaker } from "#shared/system/open-in-filemaker.ts";
import { hostWatch as hostWatchOf } from "#shared/system/parts/host-watch.ts";
import { checkPrerequisites } from "#shared/system/prerequisites/check-prerequisites.ts";
import { reach } from "#shared/system/reach.ts";
import { serverPreferences } from "#shared/system/server-preferences.ts";
import { systemService } from "#shared/system/service.ts";
import { settings } from "#shared/system/settings.ts";
import { statusPagePartitions } from "#shared/system/status-page/store.ts";
import { settingSecrets, systemPartitions, systemStore } from "#shared/system/store.ts";
import release from "../../package.json" with { type: "json" };
import { defineResource } from "../edge/resource.ts";
import { callsFileMaker, needs, servesAdmins, usesAgent } from "../needs.ts";
import type { CommonPlatform, Platform } from "../platform.ts";
import {
  adminCalls,
  administratorOf,
  allowedNetworks,
  databaseServerStatus,
  type FileMakerPlatform,
  fileMakerAdmin,
  fileTrial,
  loginLimiter,
  probeOfServer,
  watchOfServer,
} from "../wiring/filemaker.ts";
import { type AgentClientPlatform, agentClient, processesKeptMs } from "../wiring/work.ts";

export const resource = defineResource({
  contract: { ...system, ...apiDocumentation, ...networkContract },
  wiring: service,
  needs: needs(servesAdmins, usesAgent, callsFileMaker, {
    seals: [settingSecrets],
    opens: [keySecrets.data, keySecrets.admin, settingSecrets],
    reads: [systemPartitions, statusPagePartitions, schedulePartitions, troublePartitions, keyLookupPartitions.data],
    writes: [allowedNetworkPartitions, statusPagePartitions, systemPartitions],
  }),
});

type SystemPlatform = FileMakerPlatform & AgentClientPlatform & CommonPlatform;

function service(platform: SystemPlatform) {
  const { table, vault, clock, ids, background, callouts, certificate, fileMakerOrigin, prefixes, isDemo } = platform;
  const [prefix] = prefixes;
  const store = systemStore(table);
  const probe = probeOfServer(platform);
  const accounts = storedAccounts({ store: keyStore(platform.table), vault });
  const adminApi = fileMakerAdmin(platform);
  const administrator = () => accounts.ofAnyAdminKey();
  const pooledMetadata = serverMetadata(adminCalls(platform));
  const server = knownServer({ store, adminApi, pooledMetadata, administrator, clock, backgroundTasks: background });
  const databaseServer = databaseServerStatus(platform);
  const serverWatch = watchOfServer(platform);
  const hostWatch = hostWatchOf({
    agentClient: () => agentClient(platform),
    freeBytes: platform.dataDiskFreeBytes,
    floorBytes: platform.diskFloorBytes,
    clock,
  });
  const host = new URL(fileMakerOrigin).hostname;
  const ownNetworks = { store: allowedNetworkStore(table), known: allowedNetworks(platform) };
  const ofSystem = systemService({
    store,
    clock,
    isDemo,
    serverWatch,
    hostWatch,
    openApi: () => apiDescription(prefix),
    docsBase: `/${prefix}/apidoc`,
    information: information({
      ...{ store, server, watch: serverWatch, host, clock, version: release.version, isDemo },
      accountOf: (call) => accounts.ofCaller(call),
    }),
    reach: reach(callouts, prefix),
    openInFileMaker: openInFileMaker(host),
    serverPreferences: serverPreferences({
      folders: serverFolders(adminCalls(platform)),
      metadata: pooledMetadata,
      administrator: administratorOf(platform),
    }),
    appLog: appLog({ store, vault, log: platform.log }),
    restart: platform.restart,
    settings: settings({ store, vault, ids, kept: daysOf(platform), log: platform.log }),
    checkPrerequisites: checkPrerequisites({
      probe,
      server,
      databaseServer,
      hostWatch,
      adminApi,
      accounts,
      tryFiles: fileTrial(platform),
      loginLimiter: loginLimiter(platform),
      certificateProbe: certificate,
      clock,
      origin: fileMakerOrigin,
    }),
  });
  return { ...ofSystem, ...allowedNetworkService(ownNetworks) };
}

/** Applies the debug logging setting from the start of a service on. */
export async function followDebugLogging({ table, log }: Pick<Platform, "table" | "log">): Promise<void> {
  if (log.setDebug === undefined) return;
  const { settings: stored } = await systemStore(table).settings();
  log.setDebug(stored.debugLogging);
}

const dayMs = 24 * 60 * 60_000;

function daysOf({ auditKeptMs, trashKeptMs }: Pick<Platform, "auditKeptMs" | "trashKeptMs">): Kept {
  return { processDays: processesKeptMs / dayMs, auditDays: auditKeptMs / dayMs, trashDays: trashKeptMs / dayMs };
}

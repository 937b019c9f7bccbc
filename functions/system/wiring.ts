import { serverFolders } from "#shared/filemaker/commands/server-folders.ts";
import { serverMetadata } from "#shared/filemaker/commands/server-metadata.ts";
import { storedAccounts } from "#shared/keys/lookups/stored-accounts.ts";
import { notificationStore } from "#shared/notifications/store.ts";
import { fileMakerServerWatchName } from "#shared/notifications/watches/file-maker-server-watch.ts";
import { scheduleStore } from "#shared/schedules/store.ts";
import { apiDescription } from "#shared/system/api-description.ts";
import { appLog } from "#shared/system/app-log.ts";
import type { Kept } from "#shared/system/contract.ts";
import { information } from "#shared/system/information.ts";
import { knownServer } from "#shared/system/known-server.ts";
import { allowedNetworkService } from "#shared/system/networks/service.ts";
import { allowedNetworkStore } from "#shared/system/networks/store.ts";
import { openInFileMaker } from "#shared/system/open-in-filemaker.ts";
import { hostWatch as hostWatchOf } from "#shared/system/parts/host-watch.ts";
import { checkPrerequisites } from "#shared/system/prerequisites/check-prerequisites.ts";
import { reach } from "#shared/system/reach.ts";
import { serverPreferences } from "#shared/system/server-preferences.ts";
import { systemService } from "#shared/system/service.ts";
import { settings } from "#shared/system/settings.ts";
import { heldStatus } from "#shared/system/status-page/held-status.ts";
import { publicStatus } from "#shared/system/status-page/public-status.ts";
import { statusPageService } from "#shared/system/status-page/service.ts";
import { statusPageStore } from "#shared/system/status-page/store.ts";
import { systemStore } from "#shared/system/store.ts";
import release from "../../package.json" with { type: "json" };
import { type AgentClientPlatform, agentClient } from "../agent/wiring.ts";
import { adminCalls, type FileMakerPlatform, fileMakerAdmin, serverCommands } from "../filemaker/wiring.ts";
import { processesKeptMs } from "../jobs/wiring.ts";
import { keyRecords } from "../keys/cache-wiring.ts";
import { fileTrial } from "../keys/wiring.ts";
import { memoized } from "../memoized.ts";
import type { Platform } from "../platform.ts";
import { administratorOf, loginLimiter } from "../sessions/wiring.ts";
import { allowedNetworks } from "./networks-wiring.ts";
import { databaseServerStatus, probeOfServer, watchOfServer } from "./watch-wiring.ts";

export type SystemPlatform = FileMakerPlatform &
  AgentClientPlatform &
  Pick<
    Platform,
    | "callouts"
    | "certificate"
    | "prefixes"
    | "auditKeptMs"
    | "trashKeptMs"
    | "diskFloorBytes"
    | "dataDiskFreeBytes"
    | "restart"
    | "isDemo"
  >;

export const system = memoized((platform: SystemPlatform) => {
  const { table, vault, clock, ids, background, callouts, certificate, fileMakerOrigin, prefixes, isDemo } = platform;
  const [prefix] = prefixes;
  const store = systemStore(table);
  const probe = probeOfServer(platform);
  const accounts = storedAccounts({ store: keyRecords(platform), vault });
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
  const service = systemService({
    store,
    clock,
    isDemo,
    serverWatch,
    hostWatch,
    openApi: () => apiDescription(prefix),
    docsBase: `/${prefix}/apidoc`,
    information: information({ store, server, watch: serverWatch, host, clock, version: release.version, isDemo }),
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
  return { ...service, ...allowedNetworkService(ownNetworks), ...statusOfUsers(platform) };
});

/** Status page for users of files. */
function statusOfUsers(platform: SystemPlatform) {
  const { table, vault, clock, isDemo } = platform;
  const store = statusPageStore(table);
  const accounts = storedAccounts({ store: keyRecords(platform), vault });
  const troubles = notificationStore(table);
  const look = publicStatus({
    store,
    watch: watchOfServer(platform),
    server: serverCommands(platform),
    administrator: () => accounts.ofAnyAdminKey(),
    schedule: scheduleStore(table).get,
    awaySince: async () => (await troubles.troubles(fileMakerServerWatchName))[0]?.since,
    clock,
  });
  return statusPageService({ store, held: heldStatus({ store, look, clock }), isDemo });
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

import { serverProbe } from "#shared/filemaker/server-probe.ts";
import { storedAccounts } from "#shared/keys/lookups/stored-accounts.ts";
import { apiDescription } from "#shared/system/api-description.ts";
import type { Kept } from "#shared/system/contract.ts";
import { information } from "#shared/system/information.ts";
import { knownServer } from "#shared/system/known-server.ts";
import { checkPrerequisites } from "#shared/system/prerequisites/check-prerequisites.ts";
import { reach } from "#shared/system/reach.ts";
import { systemService } from "#shared/system/service.ts";
import { settings } from "#shared/system/settings.ts";
import { systemStore } from "#shared/system/store.ts";
import release from "../../package.json" with { type: "json" };
import { type FileMakerPlatform, fileMakerAdmin, fileMakerData } from "../filemaker/wiring.ts";
import { processesKeptMs } from "../jobs/wiring.ts";
import { keyRecords } from "../keys/cache-wiring.ts";
import { fileTrial } from "../keys/wiring.ts";
import { memoized } from "../memoized.ts";
import type { Platform } from "../platform.ts";
import { loginLimiter } from "../sessions/wiring.ts";

export type SystemPlatform = FileMakerPlatform &
  Pick<Platform, "callouts" | "certificate" | "prefixes" | "auditKeptMs" | "trashKeptMs">;

/** The system resource. */
export const system = memoized((platform: SystemPlatform) => {
  const { table, vault, clock, ids, background, fileMaker, callouts, certificate, fileMakerOrigin, prefixes } =
    platform;
  const [prefix] = prefixes;
  const store = systemStore(table);
  const probe = serverProbe(fileMaker.dataApi, () => clock.now());
  const accounts = storedAccounts({ store: keyRecords(platform), vault });
  const adminApi = fileMakerAdmin(platform);
  const administrator = () => accounts.ofAnyAdminKey();
  const server = knownServer({ store, adminApi, administrator, clock, backgroundTasks: background });
  const host = new URL(fileMakerOrigin).hostname;
  return systemService({
    table,
    clock,
    dataApi: fileMakerData(platform),
    openApi: () => apiDescription(prefix),
    docsBase: `/${prefix}/apidoc`,
    information: information({ store, server, probe, host, clock, version: release.version }),
    reach: reach(callouts, prefix),
    settings: settings({ store, vault, ids, kept: daysOf(platform) }),
    checkPrerequisites: checkPrerequisites({
      probe,
      server,
      adminApi,
      accounts,
      tryFiles: fileTrial(platform),
      loginLimiter: loginLimiter(platform),
      certificateProbe: certificate,
      clock,
      origin: fileMakerOrigin,
    }),
  });
});

const dayMs = 24 * 60 * 60_000;

function daysOf({ auditKeptMs, trashKeptMs }: Pick<Platform, "auditKeptMs" | "trashKeptMs">): Kept {
  return { processDays: processesKeptMs / dayMs, auditDays: auditKeptMs / dayMs, trashDays: trashKeptMs / dayMs };
}

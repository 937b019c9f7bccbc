import release from "../../package.json" with { type: "json" };
import type { ServiceOf } from "../../shared/contract/operation.ts";
import { serverProbe } from "../../shared/filemaker/server-probe.ts";
import { fileCheck } from "../../shared/keys/file-check.ts";
import { fileTrial } from "../../shared/keys/file-opening.ts";
import { storedAccounts } from "../../shared/keys/stored-accounts.ts";
import { apiDescription } from "../../shared/system/api-description.ts";
import type { Kept, system as systemContract } from "../../shared/system/contract.ts";
import { information } from "../../shared/system/information.ts";
import { checkPrerequisites } from "../../shared/system/prerequisites/check-prerequisites.ts";
import { reach } from "../../shared/system/reach.ts";
import { knownServer } from "../../shared/system/server-facts.ts";
import { systemService } from "../../shared/system/service.ts";
import { settings } from "../../shared/system/settings.ts";
import { systemStore } from "../../shared/system/store.ts";
import { failedAttempts } from "./accounts.ts";
import { fileMakerAdmin, fileMakerData, fileMakerOData } from "./filemaker.ts";
import { afterwards, once } from "./foundation.ts";
import { store } from "./keyrings.ts";
import { processesKeptMs } from "./processes-kept.ts";

/** The system resource. */
export function system(): ServiceOf<typeof systemContract> {
  return once("system", (ground) => {
    const { table, vault, clock, ids, callouts, certificate, publicOrigin, prefixes } = ground;
    const [prefix = "svc"] = prefixes;
    const stored = systemStore(table);
    const probe = serverProbe(ground.fileMaker.dataApi, () => clock.now());
    const accounts = storedAccounts({ store: store(), vault });
    const adminApi = fileMakerAdmin();
    const administrator = () => accounts.ofAnyAdminKey();
    const server = knownServer({ store: stored, adminApi, administrator, clock, background: afterwards() });
    const checkFiles = fileCheck({ dataApi: fileMakerData(), odata: fileMakerOData(), adminApi });
    const guarded = { store: store(), checkFiles, attempts: failedAttempts(), vault };
    const host = new URL(publicOrigin).hostname;
    return systemService({
      table,
      clock,
      dataApi: fileMakerData(),
      openApi: () => apiDescription(prefix),
      docsBase: `/${prefix}/apidoc`,
      information: information({ store: stored, server, probe, host, clock, version: release.version }),
      reach: reach(callouts, prefix),
      settings: settings({ store: stored, vault, ids, kept: daysOf(ground) }),
      checkPrerequisites: checkPrerequisites({
        probe,
        server,
        adminApi,
        accounts,
        tryFiles: fileTrial(guarded),
        attempts: failedAttempts(),
        certificate,
        clock,
        origin: publicOrigin,
      }),
    });
  });
}

const dayMs = 24 * 60 * 60_000;

function daysOf({ auditKeptMs, trashKeptMs }: { readonly auditKeptMs: number; readonly trashKeptMs: number }): Kept {
  return { processDays: processesKeptMs / dayMs, auditDays: auditKeptMs / dayMs, trashDays: trashKeptMs / dayMs };
}

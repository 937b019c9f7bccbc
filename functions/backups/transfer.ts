import { prefixesToTry } from "#shared/contract/values/service-prefixes.ts";
import { transfer } from "#shared/transfer/contract.ts";
import { ottoService } from "#shared/transfer/otto/service.ts";
import { transferService } from "#shared/transfer/service.ts";
import { importPartitions, importSecrets } from "#shared/transfer/store.ts";
import { targetService } from "#shared/transfer/target-service.ts";
import { defineResource } from "../edge/resource.ts";
import { needs, servesAdmins, startsProcesses } from "../needs.ts";
import type { Platform } from "../platform.ts";
import { presentThings } from "../wiring/otto.ts";
import { partsOfTransfer, pendingImports, readsTransfers } from "../wiring/transfer.ts";
import { type JobsPlatform, jobs } from "../wiring/work.ts";

export const resource = defineResource({
  contract: transfer,
  wiring: service,
  // Reads configurations for export and comparison; a job writes the import.
  needs: needs(servesAdmins, startsProcesses, readsTransfers, { seals: [importSecrets], writes: [importPartitions] }),
});

type TransferPlatform = JobsPlatform &
  Pick<Platform, "vault" | "ids" | "callouts" | "baseUrl" | "oauthLimits" | "prefixes">;

function service(platform: TransferPlatform) {
  const { callouts, ids, clock, baseUrl } = platform;
  const prefixes = prefixesToTry(platform.prefixes);
  const files = transferService({
    parts: () => partsOfTransfer(platform),
    store: pendingImports(platform),
    jobs: () => jobs(platform),
    targetService: (target) => targetService({ callouts, prefixes }, target),
    ids,
    clock,
    baseUrl,
  });
  return { ...files, ...ottoService({ callouts, presentThings: presentThings(platform) }) };
}

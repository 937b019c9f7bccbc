import { readLicense } from "#shared/filemaker/commands/license.ts";
import { keySecrets } from "#shared/keys/store.ts";
import { license } from "#shared/license/contract.ts";
import { licenseService } from "#shared/license/service.ts";
import { licensePartitions, licenseStore } from "#shared/license/store.ts";
import { bytesOfKeys } from "#shared/usage/bytes-of-keys.ts";
import { usagePartitions } from "#shared/usage/store.ts";
import { defineResource } from "../edge/resource.ts";
import { callsFileMaker, needs, servesAdmins } from "../needs.ts";
import type { Platform } from "../platform.ts";
import { usageReader } from "../wiring/figures.ts";
import { adminCalls, administratorOf, type FileMakerPlatform } from "../wiring/filemaker.ts";

export const resource = defineResource({
  contract: license,
  wiring: service,
  needs: needs(servesAdmins, callsFileMaker, {
    opens: [keySecrets.admin],
    reads: [licensePartitions, usagePartitions],
    writes: [usagePartitions],
  }),
});

/** License of FileMaker Server, and its use. */
function service(platform: FileMakerPlatform & Pick<Platform, "counters">) {
  return licenseService({
    store: licenseStore(platform.table),
    read: readLicense(adminCalls(platform)),
    administrator: administratorOf(platform),
    bytesOfKeys: (from) => bytesOfKeys(usageReader(platform), from, platform.clock.now()),
    clock: platform.clock,
  });
}

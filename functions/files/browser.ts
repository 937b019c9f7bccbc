import { locationPartitions, locationSecrets } from "#shared/backups/locations/store.ts";
import { browser } from "#shared/browser/contract.ts";
import { buildPartitions } from "#shared/builds/store.ts";
import { defineResource } from "../edge/resource.ts";
import { needs, readsHostFiles, servesAdmins, usesAgent } from "../needs.ts";
import { hostFiles } from "../wiring/host-files.ts";

export const resource = defineResource({
  contract: browser,
  wiring: hostFiles,
  needs: needs(servesAdmins, usesAgent, readsHostFiles, {
    opens: [locationSecrets],
    // A build whose folder is deleted is marked as deleted.
    reads: [buildPartitions, locationPartitions],
    writes: [buildPartitions],
    parts: { transfers: ["outbound"] },
  }),
});

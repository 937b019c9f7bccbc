import { taskSecrets } from "#shared/agent/tasks/task-job.ts";
import { locationPartitions, locationSecrets } from "#shared/backups/locations/store.ts";
import { linkedFiles } from "#shared/browser/contract.ts";
import { buildLinks } from "#shared/builds/links/contract.ts";
import { buildPartitions } from "#shared/builds/store.ts";
import { downloadLinks } from "#shared/downloads/contract.ts";
import { keySecrets } from "#shared/keys/store.ts";
import { defineResource } from "../edge/resource.ts";
import {
  callsFileMaker,
  makesDownloads,
  needs,
  servesAdmins,
  startsProcesses,
  usesAgent,
  usesDataKeys,
} from "../needs.ts";
import { buildDeliveriesOf } from "../wiring/builds.ts";
import { type DownloadsPlatform, downloads } from "../wiring/downloads.ts";
import { type HostFilesPlatform, hostFiles } from "../wiring/host-files.ts";

/** Downloads by a link, which is their only credential. */
export const resource = defineResource({
  contract: { ...downloadLinks, ...linkedFiles, ...buildLinks },
  wiring: (platform: DownloadsPlatform & HostFilesPlatform) => ({
    ...downloads(platform),
    ...hostFiles(platform),
    ...buildDeliveriesOf(platform),
  }),
  needs: needs(servesAdmins, usesAgent, callsFileMaker, usesDataKeys, startsProcesses, makesDownloads, {
    seals: [taskSecrets],
    opens: [keySecrets.admin, locationSecrets],
    reads: [buildPartitions, locationPartitions],
    parts: { transfers: ["outbound"] },
  }),
});

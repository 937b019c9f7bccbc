import { taskInput, taskSecrets } from "#shared/agent/tasks/task-job.ts";
import { locationPartitions, locationSecrets } from "#shared/backups/locations/store.ts";
import { hostUploads, partBytesOf } from "#shared/browser/transfers/uploads.ts";
import { structureComparisons } from "#shared/builds/compare/compare-structures.ts";
import { buildComparisons } from "#shared/builds/compare/contract.ts";
import { comparisonStore } from "#shared/builds/compare/store.ts";
import { builds } from "#shared/builds/contract.ts";
import { buildPushes } from "#shared/builds/push/contract.ts";
import { pushLinks } from "#shared/builds/push/push-links.ts";
import { pushUploads } from "#shared/builds/push/push-uploads.ts";
import { buildService } from "#shared/builds/service.ts";
import { buildPartitions, buildSecrets, buildStore } from "#shared/builds/store.ts";
import { keySecrets } from "#shared/keys/store.ts";
import { defineResource } from "../edge/resource.ts";
import { callsFileMaker, needs, readsHostFiles, servesAdmins, startsProcesses, usesAgent } from "../needs.ts";
import type { CommonPlatform, Platform } from "../platform.ts";
import {
  buildDeliveriesOf,
  buildPublishing,
  buildStart,
  buildsOnHost,
  downloadsOfBuilds,
  lookIntoOutbox,
  readsFileConfigs,
} from "../wiring/builds.ts";
import type { FileMakerPlatform } from "../wiring/filemaker.ts";
import { agentClient, jobs, type ProcessAbortPlatform, processAbort, processRecords } from "../wiring/work.ts";

export const resource = defineResource({
  contract: { ...builds, ...buildComparisons, ...buildPushes },
  wiring: service,
  needs: needs(servesAdmins, usesAgent, callsFileMaker, startsProcesses, readsHostFiles, readsFileConfigs, {
    seals: [taskSecrets, buildSecrets],
    opens: [keySecrets.admin, buildSecrets, locationSecrets],
    reads: [buildPartitions, locationPartitions],
    // Build numbers and process numbers share a counter.
    writes: [buildPartitions],
    parts: { schedules: ["process"], transfers: ["outbound"] },
  }),
});

type BuildsPlatform = FileMakerPlatform & ProcessAbortPlatform & CommonPlatform & Pick<Platform, "transfers">;

function service(platform: BuildsPlatform) {
  const { vault, clock, ids, transfers, diskFloorBytes: floorBytes } = platform;
  const client = () => agentClient(platform);
  const store = buildStore(platform.table);
  return {
    ...buildService({
      store,
      start: buildStart(platform),
      publishing: buildPublishing(platform),
      host: buildsOnHost(platform),
      outbox: lookIntoOutbox(platform),
      downloads: downloadsOfBuilds(platform),
      structures: structureComparisons({
        store: comparisonStore(platform.table),
        processes: processRecords(platform),
        jobs: () => jobs(platform),
        taskInput: (work, fields) => taskInput(vault, work, fields),
        floorBytes,
        vault,
      }),
      comparisons: comparisonStore(platform.table),
      processes: processRecords(platform),
      abort: processAbort(platform),
      vault,
      clock,
    }),
    ...buildDeliveriesOf(platform),
    ...pushUploads({
      links: pushLinks(vault, clock),
      uploads: hostUploads({
        ...{ agentClient: client, outboundTransfers: transfers.outbound, clock, ids, floorBytes },
        // A deployment starts this upload, which has its own address.
        address: () => "",
      }),
      partBytes: partBytesOf(platform.largestBodyBytes),
    }),
  };
}

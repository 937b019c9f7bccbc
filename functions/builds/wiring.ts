import { taskInput } from "#shared/agent/tasks/task-job.ts";
import { hostStat } from "#shared/browser/host-stat.ts";
import { fileDelivery } from "#shared/browser/transfers/downloads.ts";
import { hostBytes } from "#shared/browser/transfers/host-bytes.ts";
import { hostUploads, partBytesOf } from "#shared/browser/transfers/uploads.ts";
import { structureComparisons } from "#shared/builds/compare/compare-structures.ts";
import { buildDeliveries } from "#shared/builds/deliveries.ts";
import { buildLinks } from "#shared/builds/links.ts";
import { pushLinks } from "#shared/builds/push/push-links.ts";
import { pushUploads } from "#shared/builds/push/push-uploads.ts";
import { buildService } from "#shared/builds/service.ts";
import { agentClient } from "../agent/wiring.ts";
import type { FileMakerPlatform } from "../filemaker/wiring.ts";
import { jobs, processRecords } from "../jobs/wiring.ts";
import { memoized } from "../memoized.ts";
import type { Platform } from "../platform.ts";
import { type ProcessAbortPlatform, processAbort } from "../processes/abort-wiring.ts";
import {
  buildPublishing,
  buildRecords,
  buildsOnHost,
  comparisonRecords,
  downloadsOfBuilds,
  lookIntoOutbox,
} from "./job-wiring.ts";
import { buildStart } from "./start-wiring.ts";

export type BuildsPlatform = FileMakerPlatform &
  ProcessAbortPlatform &
  Pick<
    Platform,
    "transfers" | "baseUrl" | "prefixes" | "calloutNetworks" | "diskFloorBytes" | "releaseLimits" | "largestBodyBytes"
  >;

export const builds = memoized((platform: BuildsPlatform) => {
  const { vault, clock, ids, transfers, diskFloorBytes: floorBytes } = platform;
  const client = () => agentClient(platform);
  const store = buildRecords(platform);
  const links = buildLinks(vault, clock);
  return {
    ...buildService({
      store,
      start: buildStart(platform),
      publishing: buildPublishing(platform),
      host: buildsOnHost(platform),
      outbox: lookIntoOutbox(platform),
      downloads: downloadsOfBuilds(platform),
      structures: structureComparisons({
        store: comparisonRecords(platform),
        processes: processRecords(platform),
        jobs: () => jobs(platform),
        taskInput: (work, fields) => taskInput(vault, work, fields),
        floorBytes,
        vault,
      }),
      comparisons: comparisonRecords(platform),
      processes: processRecords(platform),
      abort: processAbort(platform),
      vault,
      clock,
    }),
    ...buildDeliveries({
      store,
      links,
      send: fileDelivery({ bytes: hostBytes(client, transfers.inbound), stat: hostStat(client) }),
    }),
    ...pushUploads({
      links: pushLinks(vault, clock),
      uploads: hostUploads({
        ...{ agentClient: client, outboundTransfers: transfers.outbound, clock, ids, floorBytes },
        // A deployment starts this upload, which has its own address.
        address: "",
      }),
      partBytes: partBytesOf(platform.largestBodyBytes),
    }),
  };
});

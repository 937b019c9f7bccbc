import { hostStat } from "#shared/browser/host-stat.ts";
import { fileDelivery } from "#shared/browser/transfers/downloads.ts";
import { hostBytes } from "#shared/browser/transfers/host-bytes.ts";
import { buildDeliveries } from "#shared/builds/deliveries.ts";
import { buildLinks } from "#shared/builds/links.ts";
import { buildService } from "#shared/builds/service.ts";
import { agentClient } from "../agent/wiring.ts";
import type { FileMakerPlatform } from "../filemaker/wiring.ts";
import { processRecords } from "../jobs/wiring.ts";
import { memoized } from "../memoized.ts";
import type { Platform } from "../platform.ts";
import { type ProcessAbortPlatform, processAbort } from "../processes/abort-wiring.ts";
import { buildPublishing, buildRecords, buildsOnHost, downloadsOfBuilds, lookIntoOutbox } from "./job-wiring.ts";
import { buildStart } from "./start-wiring.ts";

export type BuildsPlatform = FileMakerPlatform &
  ProcessAbortPlatform &
  Pick<Platform, "transfers" | "baseUrl" | "prefixes" | "calloutNetworks" | "diskFloorBytes" | "releaseLimits">;

/** The builds resource. */
export const builds = memoized((platform: BuildsPlatform) => {
  const { vault, clock, transfers } = platform;
  const client = () => agentClient(platform);
  const store = buildRecords(platform);
  const links = buildLinks(vault, clock);
  return {
    ...buildService({
      store,
      start: buildStart(platform),
      publish: buildPublishing(platform),
      host: buildsOnHost(platform),
      outbox: lookIntoOutbox(platform),
      downloads: downloadsOfBuilds(platform),
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
  };
});

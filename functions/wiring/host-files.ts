import { hostStat } from "#shared/browser/host-stat.ts";
import { downloadLinks } from "#shared/browser/links.ts";
import { withOffsite } from "#shared/browser/offsite/offsite-browsing.ts";
import { browserService } from "#shared/browser/service.ts";
import { browserDeliveries } from "#shared/browser/transfers/deliveries.ts";
import { partBytesOf } from "#shared/browser/transfers/uploads.ts";
import { removedBuilds } from "#shared/builds/outbox.ts";
import { buildStore } from "#shared/builds/store.ts";
import { memoized } from "../memoized.ts";
import type { CommonPlatform, Platform } from "../platform.ts";
import { type EventsPlatform, eventFeed } from "../wiring/calls.ts";
import { bytesOfHost } from "../wiring/host-bytes.ts";
import { offsiteLocations } from "../wiring/offsite.ts";
import { type AgentClientPlatform, agentClient } from "../wiring/work.ts";

export type HostFilesPlatform = AgentClientPlatform & CommonPlatform & Pick<Platform, "transfers">;

/** The file browser: lists FileMaker Server's folders on the host, and uploads and downloads their files. */
export const hostFiles = memoized((platform: HostFilesPlatform) => {
  const {
    answerMs,
    transfers,
    clock,
    ids,
    trashKeptMs: keptMs,
    largestBodyBytes,
    diskFloorBytes: floorBytes,
  } = platform;
  const client = () => agentClient(platform);
  const [first] = platform.prefixes;
  const { vault, baseUrl } = platform;
  const links = downloadLinks({ vault, clock, address: (prefix = first) => `${baseUrl()}/${prefix}/api/files/link` });
  const uploadPartBytes = partBytesOf(largestBodyBytes);
  const host = {
    ...browserService({
      ...{ agentClient: client, links, clock, ids, keptMs, uploadPartBytes },
      removed: buildsRemoved(platform),
    }),
    ...browserDeliveries({
      bytes: bytesOfHost(platform).files,
      stat: hostStat(client),
      answerMs,
      links,
      agentClient: client,
      outboundTransfers: transfers.outbound,
      floorBytes,
      clock,
      ids,
      address: (prefix = first) => `/${prefix}/api/files/uploads`,
    }),
  };
  const { callouts } = platform;
  return { ...host, ...withOffsite(host, { openLocation: offsiteLocations(platform), callouts, clock }) };
});

/** Updates build records when a user deletes build folders on the host. */
const buildsRemoved = memoized((platform: EventsPlatform) =>
  removedBuilds({
    store: buildStore(platform.table),
    clock: platform.clock,
    announce: (id) => eventFeed(platform).publish(`build:${id}`),
  }),
);

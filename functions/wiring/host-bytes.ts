import { transferStore } from "#shared/agent/transfers/store.ts";
import { type StoredBytes, storedBytes } from "#shared/agent/transfers/stored-bytes.ts";
import { type HostBytes, storedHostBytes, streamedHostBytes } from "#shared/browser/transfers/host-bytes.ts";
import { memoized } from "../memoized.ts";
import type { Platform } from "../platform.ts";
import { type AgentClientPlatform, agentClient } from "./work.ts";

type HostBytesPlatform = AgentClientPlatform & Pick<Platform, "transfers">;

/** Content of the host in the store. Undefined where it is streamed. */
export const storedContent = memoized((platform: HostBytesPlatform): StoredBytes | undefined => {
  const { table, transfers, clock, ids } = platform;
  if (!transfers.inbound.areStored) return undefined;
  const client = () => agentClient(platform);
  return storedBytes({ agentClient: client, transfers: transfers.inbound, store: transferStore(table), clock, ids });
});

/** Bytes of the host's files: streamed on one machine, and by way of the store on AWS. */
export const bytesOfHost = memoized((platform: HostBytesPlatform): HostBytes => {
  const client = () => agentClient(platform);
  const { inbound } = platform.transfers;
  if (!inbound.areStored) return streamedHostBytes(client, inbound);
  return storedHostBytes(client, storedContent(platform) as StoredBytes);
});

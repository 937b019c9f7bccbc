import { transferStore } from "#shared/agent/transfers/store.ts";
import { storedBytes } from "#shared/agent/transfers/stored-bytes.ts";
import { storedHostBytes, streamedHostBytes } from "#shared/browser/transfers/host-bytes.ts";
import { memoized } from "../memoized.ts";
import type { Platform } from "../platform.ts";
import { type AgentClientPlatform, agentClient } from "./work.ts";

/** Bytes of the host: streamed on one machine, and by way of the store (`content`) on AWS. */
export const bytesOfHost = memoized((platform: AgentClientPlatform & Pick<Platform, "transfers">) => {
  const { table, clock, ids, transfers } = platform;
  const client = () => agentClient(platform);
  if (!transfers.inbound.areStored) return { files: streamedHostBytes(client, transfers.inbound), content: undefined };
  const store = transferStore(table);
  const content = storedBytes({ agentClient: client, transfers: transfers.inbound, store, clock, ids });
  return { files: storedHostBytes(client, content), content };
});

import {
  agentKeySecrets,
  agentReplyPartitions,
  agentRequestPartitions,
  agentRequestSecrets,
} from "#shared/agent/store.ts";
import { buildPartitions } from "#shared/builds/store.ts";
import { callPartitions, callReads, callSecrets, idSecrets, type NeedsOf } from "../needs.ts";
import type { handler } from "./handler.ts";

export const needs: NeedsOf<typeof handler> = {
  notesUseOf: ["admin"],
  seals: [...idSecrets, agentRequestSecrets],
  opens: [...callSecrets, agentKeySecrets],
  // A build that is removed as a folder is known as removed.
  reads: [callReads, agentReplyPartitions, buildPartitions],
  writes: [callPartitions, agentRequestPartitions, buildPartitions],
  parts: { agents: "send", transfers: ["inbound", "outbound"] },
};

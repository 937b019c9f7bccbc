import {
  agentKeySecrets,
  agentReplyPartitions,
  agentRequestPartitions,
  agentRequestSecrets,
} from "#shared/agent/store.ts";
import { callPartitions, callReads, callSecrets, idSecrets, type NeedsOf } from "../needs.ts";
import type { handler } from "./handler.ts";

export const needs: NeedsOf<typeof handler> = {
  notesUseOf: ["admin"],
  seals: [...idSecrets, agentRequestSecrets],
  opens: [...callSecrets, agentKeySecrets],
  reads: [callReads, agentReplyPartitions],
  writes: [callPartitions, agentRequestPartitions],
  parts: { agents: "send", transfers: ["inbound", "outbound"] },
};

import {
  agentKeySecrets,
  agentReplyPartitions,
  agentRequestPartitions,
  agentRequestSecrets,
} from "#shared/agent/store.ts";
import { locationPartitions, locationSecrets } from "#shared/backups/locations/store.ts";
import { callPartitions, callReads, callSecrets, idSecrets, type NeedsOf } from "../needs.ts";
import type { handler } from "./handler.ts";

export const needs: NeedsOf<typeof handler> = {
  notesUseOf: ["admin"],
  seals: [...idSecrets, agentRequestSecrets],
  opens: [...callSecrets, agentKeySecrets, locationSecrets],
  reads: [callReads, agentReplyPartitions, locationPartitions],
  writes: [callPartitions, agentRequestPartitions],
  parts: { agents: "send", transfers: ["inbound", "outbound"] },
};

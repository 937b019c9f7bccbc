import {
  agentKeySecrets,
  agentReplyPartitions,
  agentRequestPartitions,
  agentRequestSecrets,
} from "#shared/agent/store.ts";
import { locationPartitions, locationSecrets } from "#shared/backups/locations/store.ts";
import { buildPartitions } from "#shared/builds/store.ts";
import { callPartitions, callReads, callSecrets, idSecrets, type NeedsOf } from "../needs.ts";
import type { handler } from "./handler.ts";

export const needs: NeedsOf<typeof handler> = {
  notesUseOf: ["admin"],
  seals: [...idSecrets, agentRequestSecrets],
  opens: [...callSecrets, agentKeySecrets, locationSecrets],
  // A build whose folder is deleted is marked as deleted.
  reads: [callReads, agentReplyPartitions, buildPartitions, locationPartitions],
  writes: [callPartitions, agentRequestPartitions, buildPartitions],
  parts: { agents: "send", transfers: ["inbound", "outbound"] },
};

import {
  agentKeySecrets,
  agentReplyPartitions,
  agentRequestPartitions,
  agentRequestSecrets,
} from "#shared/agent/store.ts";
import { logPartitions } from "#shared/logs/store.ts";
import { callPartitions, callReads, callSecrets, idSecrets, type NeedsOf } from "../needs.ts";
import type { handler } from "./handler.ts";

export const needs: NeedsOf<typeof handler> = {
  notesUseOf: ["admin"],
  seals: [...idSecrets, agentRequestSecrets],
  opens: [...callSecrets, agentKeySecrets],
  reads: [callReads, logPartitions, agentReplyPartitions],
  writes: [callPartitions, agentRequestPartitions, logPartitions],
  parts: { agents: "send", serviceLogs: "read" },
};

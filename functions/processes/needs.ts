import {
  agentKeySecrets,
  agentReplyPartitions,
  agentRequestPartitions,
  agentRequestSecrets,
} from "#shared/agent/store.ts";
import { processCounterPartitions, processPartitions } from "#shared/processes/store.ts";
import { processBlobs } from "#shared/processes/tool-log.ts";
import { callPartitions, callReads, callSecrets, idSecrets, type NeedsOf } from "../needs.ts";
import type { handler } from "./handler.ts";

export const needs: NeedsOf<typeof handler> = {
  notesUseOf: ["admin"],
  seals: [...idSecrets, agentRequestSecrets],
  opens: [...callSecrets, agentKeySecrets],
  reads: [callReads, processPartitions, agentReplyPartitions],
  // The agent may hold the request to abort.
  writes: [callPartitions, processPartitions, processCounterPartitions, agentRequestPartitions],
  parts: {
    agents: "send",
    queue: ["send", "redrive"],
    schedules: ["process"],
    blobs: { [processBlobs]: ["get"] },
  },
};

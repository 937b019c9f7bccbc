import { agentRequestPartitions } from "#shared/agent/store.ts";
import { logPartitions } from "#shared/logs/store.ts";
import { callPartitions, type NeedsOf } from "../needs.ts";
import type { handler } from "./handler.ts";

export const needs: NeedsOf<typeof handler> = {
  notesUseOf: ["admin"],
  writes: [callPartitions, agentRequestPartitions, logPartitions],
  parts: { agents: "send", serviceLogs: "read" },
};

import { agentRequestPartitions } from "#shared/agent/store.ts";
import { deploymentPartitions } from "#shared/deployments/store.ts";
import { processCounterPartitions, processPartitions } from "#shared/processes/store.ts";
import { callPartitions, type NeedsOf } from "../needs.ts";
import type { handler } from "./handler.ts";

export const needs: NeedsOf<typeof handler> = {
  notesUseOf: ["admin"],
  // Numbers of deployments come from where those of processes do.
  writes: [callPartitions, deploymentPartitions, processPartitions, processCounterPartitions, agentRequestPartitions],
  parts: {
    agents: "send",
    queue: ["send"],
    schedules: "write",
  },
};

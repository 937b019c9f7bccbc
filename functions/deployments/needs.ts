import {
  agentKeySecrets,
  agentReplyPartitions,
  agentRequestPartitions,
  agentRequestSecrets,
} from "#shared/agent/store.ts";
import { deploymentPartitions, deploymentSecrets } from "#shared/deployments/store.ts";
import { keySecrets } from "#shared/keys/store.ts";
import { processCounterPartitions, processPartitions } from "#shared/processes/store.ts";
import { callPartitions, callReads, callSecrets, idSecrets, type NeedsOf } from "../needs.ts";
import type { handler } from "./handler.ts";

export const needs: NeedsOf<typeof handler> = {
  notesUseOf: ["admin"],
  seals: [...idSecrets, agentRequestSecrets, deploymentSecrets],
  opens: [...callSecrets, agentKeySecrets, keySecrets.admin, deploymentSecrets],
  reads: [callReads, deploymentPartitions, processPartitions, agentReplyPartitions],
  // Numbers of deployments come from where those of processes do.
  writes: [callPartitions, deploymentPartitions, processPartitions, processCounterPartitions, agentRequestPartitions],
  parts: {
    agents: "send",
    queue: ["send"],
    schedules: ["process"],
  },
};

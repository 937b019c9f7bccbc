import {
  agentKeySecrets,
  agentReplyPartitions,
  agentRequestPartitions,
  agentRequestSecrets,
} from "#shared/agent/store.ts";
import { locationPartitions, locationSecrets } from "#shared/backups/locations/store.ts";
import { dataKeyPartitions, dataKeySecrets } from "#shared/backups/recovery/store.ts";
import { recipePartitions, recipeSecrets } from "#shared/deployments/recipes/store.ts";
import { deploymentPartitions, deploymentSecrets } from "#shared/deployments/store.ts";
import { fileMakerSessionPartitions, fileMakerSessionSecrets } from "#shared/filemaker/sessions/session-store.ts";
import { keyChangePartitions, keyLookupPartitions, keySecrets } from "#shared/keys/store.ts";
import { processCounterPartitions, processPartitions } from "#shared/processes/store.ts";
import { processBlobs } from "#shared/processes/tool-log.ts";
import { schedulePartitions } from "#shared/schedules/store.ts";
import { systemPartitions } from "#shared/system/store.ts";
import { webhookPartitions } from "#shared/webhooks/store.ts";
import { callPartitions, callReads, callSecrets, fileMakerReads, idSecrets, type NeedsOf } from "../needs.ts";
import type { handler } from "./handler.ts";

export const needs: NeedsOf<typeof handler> = {
  notesUseOf: ["admin"],
  seals: [...idSecrets, agentRequestSecrets, fileMakerSessionSecrets, deploymentSecrets, recipeSecrets],
  opens: [
    ...callSecrets,
    agentKeySecrets,
    fileMakerSessionSecrets,
    keySecrets.admin,
    deploymentSecrets,
    recipeSecrets,
    locationSecrets,
    dataKeySecrets,
  ],
  // A plan reads everything that depends on a file.
  reads: [
    callReads,
    deploymentPartitions,
    recipePartitions,
    processPartitions,
    agentReplyPartitions,
    fileMakerReads,
    keyLookupPartitions.data,
    keyChangePartitions,
    webhookPartitions,
    schedulePartitions,
    locationPartitions,
    dataKeyPartitions,
    systemPartitions,
  ],
  // Deployment numbers and process numbers share a counter.
  writes: [
    callPartitions,
    deploymentPartitions,
    recipePartitions,
    processPartitions,
    processCounterPartitions,
    fileMakerSessionPartitions,
    agentRequestPartitions,
  ],
  parts: {
    agents: "send",
    queue: ["send"],
    schedules: ["process"],
    blobs: { [processBlobs]: ["get"] },
  },
};

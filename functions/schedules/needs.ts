import {
  agentKeySecrets,
  agentReplyPartitions,
  agentRequestPartitions,
  agentRequestSecrets,
} from "#shared/agent/store.ts";
import { taskSecrets } from "#shared/agent/tasks/task-job.ts";
import { locationPartitions, locationSecrets } from "#shared/backups/locations/store.ts";
import { buildPartitions, buildSecrets } from "#shared/builds/store.ts";
import { recipePartitions, recipeSecrets } from "#shared/deployments/recipes/store.ts";
import { deploymentPartitions, deploymentSecrets } from "#shared/deployments/store.ts";
import { fileMakerSessionPartitions, fileMakerSessionSecrets } from "#shared/filemaker/sessions/session-store.ts";
import { keySecrets } from "#shared/keys/store.ts";
import { mcpServerReads } from "#shared/mcp-servers/store.ts";
import { notePartitions } from "#shared/notes/store.ts";
import { processCounterPartitions, processPartitions } from "#shared/processes/store.ts";
import { schedulePartitions, scheduleSecrets } from "#shared/schedules/store.ts";
import { serverWorkSecrets } from "#shared/server/sealed-secrets.ts";
import { webhookPartitions } from "#shared/webhooks/store.ts";
import { callPartitions, callReads, callSecrets, fileMakerReads, idSecrets, type NeedsOf } from "../needs.ts";
import type { handler } from "./handler.ts";

export const needs: NeedsOf<typeof handler> = {
  notesUseOf: ["admin"],
  seals: [
    ...idSecrets,
    fileMakerSessionSecrets,
    taskSecrets,
    buildSecrets,
    deploymentSecrets,
    agentRequestSecrets,
    scheduleSecrets,
    serverWorkSecrets,
  ],
  opens: [
    ...callSecrets,
    agentKeySecrets,
    deploymentSecrets,
    recipeSecrets,
    fileMakerSessionSecrets,
    keySecrets.admin,
    scheduleSecrets,
    locationSecrets,
  ],
  reads: [
    callReads,
    schedulePartitions,
    buildPartitions,
    deploymentPartitions,
    recipePartitions,
    processPartitions,
    notePartitions,
    webhookPartitions,
    mcpServerReads,
    fileMakerReads,
    agentReplyPartitions,
    locationPartitions,
  ],
  // Running a schedule now starts its action.
  writes: [
    callPartitions,
    schedulePartitions,
    buildPartitions,
    deploymentPartitions,
    processPartitions,
    processCounterPartitions,
    fileMakerSessionPartitions,
    agentRequestPartitions,
  ],
  parts: { agents: "send", queue: ["send"], schedules: ["process", "schedule"] },
};

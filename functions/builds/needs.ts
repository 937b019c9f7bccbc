import {
  agentKeySecrets,
  agentReplyPartitions,
  agentRequestPartitions,
  agentRequestSecrets,
} from "#shared/agent/store.ts";
import { taskSecrets } from "#shared/agent/tasks/task-job.ts";
import { locationPartitions, locationSecrets } from "#shared/backups/locations/store.ts";
import { buildPartitions, buildSecrets } from "#shared/builds/store.ts";
import { fileMakerSessionPartitions, fileMakerSessionSecrets } from "#shared/filemaker/sessions/session-store.ts";
import { keySecrets } from "#shared/keys/store.ts";
import { mcpServerReads } from "#shared/mcp-servers/store.ts";
import { notePartitions } from "#shared/notes/store.ts";
import { processCounterPartitions, processPartitions } from "#shared/processes/store.ts";
import { webhookPartitions } from "#shared/webhooks/store.ts";
import { callPartitions, callReads, callSecrets, fileMakerReads, idSecrets, type NeedsOf } from "../needs.ts";
import type { handler } from "./handler.ts";

export const needs: NeedsOf<typeof handler> = {
  notesUseOf: ["admin"],
  seals: [...idSecrets, agentRequestSecrets, fileMakerSessionSecrets, taskSecrets, buildSecrets],
  opens: [...callSecrets, agentKeySecrets, fileMakerSessionSecrets, keySecrets.admin, buildSecrets, locationSecrets],
  reads: [
    callReads,
    buildPartitions,
    processPartitions,
    notePartitions,
    locationPartitions,
    webhookPartitions,
    mcpServerReads,
    fileMakerReads,
    agentReplyPartitions,
  ],
  // Build numbers and process numbers share a counter.
  writes: [
    callPartitions,
    buildPartitions,
    processPartitions,
    processCounterPartitions,
    fileMakerSessionPartitions,
    agentRequestPartitions,
  ],
  parts: {
    agents: "send",
    queue: ["send"],
    schedules: ["process"],
    transfers: ["inbound", "outbound"],
  },
};

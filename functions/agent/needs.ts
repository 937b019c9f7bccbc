import { agentCodeSecrets, agentKeySecrets, agentPartitions, agentRequestSecrets } from "#shared/agent/store.ts";
import { fileMakerSessionPartitions, fileMakerSessionSecrets } from "#shared/filemaker/sessions/session-store.ts";
import { keySecrets } from "#shared/keys/store.ts";
import { processPartitions } from "#shared/processes/store.ts";
import { processBlobs } from "#shared/processes/tool-log.ts";
import { systemPartitions } from "#shared/system/store.ts";
import { callPartitions, callReads, callSecrets, fileMakerReads, idSecrets, type NeedsOn } from "../needs.ts";
import type { Platform } from "../platform.ts";

/** Includes the messages that agents send on their link, in addition to the calls that the handler serves. */
export const needs: NeedsOn<Pick<Platform, "agents" | "queue" | "blobs">> = {
  notesUseOf: ["admin"],
  seals: [...idSecrets, agentRequestSecrets, agentKeySecrets, agentCodeSecrets, fileMakerSessionSecrets],
  opens: [
    ...callSecrets,
    agentKeySecrets,
    agentRequestSecrets,
    agentCodeSecrets,
    fileMakerSessionSecrets,
    keySecrets.admin,
  ],
  reads: [callReads, agentPartitions, processPartitions, systemPartitions, fileMakerReads],
  writes: [callPartitions, agentPartitions, processPartitions, fileMakerSessionPartitions],
  parts: {
    agents: "send",
    queue: ["send"],
    // Process output that agents report.
    blobs: { [processBlobs]: ["put", "get"] },
  },
};

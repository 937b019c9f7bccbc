import { agentPartitions } from "#shared/agent/store.ts";
import { fileMakerSessionPartitions } from "#shared/filemaker/sessions/session-store.ts";
import { processPartitions } from "#shared/processes/store.ts";
import { processBlobs } from "#shared/processes/tool-log.ts";
import { callPartitions, type NeedsOn } from "../needs.ts";
import type { Platform } from "../platform.ts";

/** What agents send on their link comes here too, beside what its handler serves. */
export const needs: NeedsOn<Pick<Platform, "agents" | "queue" | "blobs">> = {
  notesUseOf: ["admin"],
  writes: [callPartitions, agentPartitions, processPartitions, fileMakerSessionPartitions],
  parts: {
    agents: "send",
    queue: ["send"],
    // What agents report of processes.
    blobs: { [processBlobs]: ["put", "get"] },
  },
};

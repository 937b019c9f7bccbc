import { agentRequestPartitions } from "#shared/agent/store.ts";
import { buildPartitions } from "#shared/builds/store.ts";
import { fileMakerSessionPartitions } from "#shared/filemaker/sessions/session-store.ts";
import { processCounterPartitions, processPartitions } from "#shared/processes/store.ts";
import { callPartitions, type NeedsOf } from "../needs.ts";
import type { handler } from "./handler.ts";

export const needs: NeedsOf<typeof handler> = {
  notesUseOf: ["admin"],
  // Numbers of builds come from where those of processes do.
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
    transfers: ["inbound"],
  },
};

import { buildPartitions } from "#shared/builds/store.ts";
import { fileMakerSessionPartitions } from "#shared/filemaker/sessions/session-store.ts";
import { processCounterPartitions, processPartitions } from "#shared/processes/store.ts";
import { schedulePartitions } from "#shared/schedules/store.ts";
import { callPartitions, type NeedsOf } from "../needs.ts";
import type { handler } from "./handler.ts";

export const needs: NeedsOf<typeof handler> = {
  notesUseOf: ["admin"],
  // Running one now starts what it does.
  writes: [
    callPartitions,
    schedulePartitions,
    buildPartitions,
    processPartitions,
    processCounterPartitions,
    fileMakerSessionPartitions,
  ],
  parts: { queue: ["send"], schedules: ["process", "schedule"] },
};

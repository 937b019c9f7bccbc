import { taskSecrets } from "#shared/agent/tasks/task-job.ts";
import { buildPartitions, buildSecrets } from "#shared/builds/store.ts";
import { fileMakerSessionPartitions, fileMakerSessionSecrets } from "#shared/filemaker/sessions/session-store.ts";
import { keySecrets } from "#shared/keys/store.ts";
import { processCounterPartitions, processPartitions } from "#shared/processes/store.ts";
import { schedulePartitions, scheduleSecrets } from "#shared/schedules/store.ts";
import { callPartitions, callSecrets, idSecrets, type NeedsOf } from "../needs.ts";
import type { handler } from "./handler.ts";

export const needs: NeedsOf<typeof handler> = {
  notesUseOf: ["admin"],
  seals: [...idSecrets, fileMakerSessionSecrets, taskSecrets, buildSecrets, scheduleSecrets],
  opens: [...callSecrets, fileMakerSessionSecrets, keySecrets.admin, scheduleSecrets],
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

import { taskSecrets } from "#shared/agent/tasks/task-job.ts";
import { locationPartitions, locationSecrets } from "#shared/backups/locations/store.ts";
import { offsiteSettingPartitions, offsiteSettingSecrets } from "#shared/backups/notifications/store.ts";
import { offsiteSchedulePartitions } from "#shared/backups/schedules/store.ts";
import { fileMakerSessionPartitions, fileMakerSessionSecrets } from "#shared/filemaker/sessions/session-store.ts";
import { keySecrets } from "#shared/keys/store.ts";
import { processCounterPartitions, processPartitions } from "#shared/processes/store.ts";
import { callPartitions, callReads, callSecrets, fileMakerReads, idSecrets, type NeedsOf } from "../needs.ts";
import type { handler } from "./handler.ts";

export const needs: NeedsOf<typeof handler> = {
  notesUseOf: ["admin"],
  seals: [...idSecrets, locationSecrets, offsiteSettingSecrets, taskSecrets, fileMakerSessionSecrets],
  opens: [...callSecrets, locationSecrets, offsiteSettingSecrets, fileMakerSessionSecrets, keySecrets.admin],
  reads: [
    callReads,
    locationPartitions,
    offsiteSchedulePartitions,
    offsiteSettingPartitions,
    processPartitions,
    fileMakerReads,
  ],
  writes: [
    callPartitions,
    locationPartitions,
    offsiteSchedulePartitions,
    offsiteSettingPartitions,
    processPartitions,
    processCounterPartitions,
    fileMakerSessionPartitions,
  ],
  parts: { queue: ["send"] },
};

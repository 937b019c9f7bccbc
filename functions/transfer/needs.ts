import { locationPartitions, locationSecrets } from "#shared/backups/locations/store.ts";
import {
  dataKeyPartitions,
  dataKeySecrets,
  recoveryKeyPartitions,
  recoveryKeySecrets,
} from "#shared/backups/recovery/store.ts";
import { offsiteSchedulePartitions } from "#shared/backups/schedules/store.ts";
import { recipePartitions, recipeSecrets } from "#shared/deployments/recipes/store.ts";
import { keyLookupPartitions, keySecrets } from "#shared/keys/store.ts";
import { mcpServerPartitions } from "#shared/mcp-servers/store.ts";
import { notePartitions } from "#shared/notes/store.ts";
import { destinationPartitions, notificationSecrets } from "#shared/notifications/store.ts";
import { processCounterPartitions, processPartitions } from "#shared/processes/store.ts";
import { schedulePartitions, scheduleSecrets } from "#shared/schedules/store.ts";
import { settingSecrets, systemPartitions } from "#shared/system/store.ts";
import { importPartitions, importSecrets } from "#shared/transfer/store.ts";
import { triggerPartitions, triggerSecrets } from "#shared/triggers/store.ts";
import { alertRulePartitions } from "#shared/usage/alerts/store.ts";
import { webhookPartitions, webhookSecrets } from "#shared/webhooks/store.ts";
import { callPartitions, callReads, callSecrets, idSecrets, type NeedsOf } from "../needs.ts";
import type { handler } from "./handler.ts";

/** Reads configurations for export and comparison; a job writes the import. */
export const needs: NeedsOf<typeof handler> = {
  notesUseOf: ["admin"],
  seals: [...idSecrets, importSecrets],
  opens: [
    ...callSecrets,
    keySecrets.data,
    keySecrets.admin,
    settingSecrets,
    webhookSecrets,
    locationSecrets,
    recoveryKeySecrets,
    dataKeySecrets,
    notificationSecrets,
    recipeSecrets,
    scheduleSecrets,
    triggerSecrets,
  ],
  reads: [
    callReads,
    keyLookupPartitions.data,
    systemPartitions,
    webhookPartitions,
    notePartitions,
    mcpServerPartitions,
    locationPartitions,
    recoveryKeyPartitions,
    dataKeyPartitions,
    offsiteSchedulePartitions,
    destinationPartitions,
    alertRulePartitions,
    recipePartitions,
    schedulePartitions,
    triggerPartitions,
    processPartitions,
  ],
  writes: [callPartitions, importPartitions, processPartitions, processCounterPartitions],
  parts: { queue: ["send"] },
};

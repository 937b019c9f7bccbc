import {
  agentKeySecrets,
  agentReplyPartitions,
  agentRequestPartitions,
  agentRequestSecrets,
} from "#shared/agent/store.ts";
import { taskSecrets } from "#shared/agent/tasks/task-job.ts";
import { locationPartitions, locationSecrets } from "#shared/backups/locations/store.ts";
import { offsiteSettingPartitions, offsiteSettingSecrets } from "#shared/backups/notifications/store.ts";
import {
  dataKeyPartitions,
  dataKeySecrets,
  recoveryKeyPartitions,
  recoveryKeySecrets,
} from "#shared/backups/recovery/store.ts";
import { offsiteSchedulePartitions } from "#shared/backups/schedules/store.ts";
import { deploymentPartitions, deploymentSecrets } from "#shared/deployments/store.ts";
import { downloadPartitions } from "#shared/downloads/store.ts";
import { fileMakerSessionPartitions, fileMakerSessionSecrets } from "#shared/filemaker/sessions/session-store.ts";
import { keySecrets } from "#shared/keys/store.ts";
import { processCounterPartitions, processPartitions } from "#shared/processes/store.ts";
import { callPartitions, callReads, callSecrets, fileMakerReads, idSecrets, type NeedsOf } from "../needs.ts";
import type { handler } from "./handler.ts";

export const needs: NeedsOf<typeof handler> = {
  notesUseOf: ["admin"],
  // Restoring over hosted files starts a deployment.
  seals: [
    ...idSecrets,
    locationSecrets,
    offsiteSettingSecrets,
    recoveryKeySecrets,
    dataKeySecrets,
    taskSecrets,
    fileMakerSessionSecrets,
    deploymentSecrets,
    agentRequestSecrets,
  ],
  opens: [
    ...callSecrets,
    locationSecrets,
    offsiteSettingSecrets,
    recoveryKeySecrets,
    dataKeySecrets,
    fileMakerSessionSecrets,
    keySecrets.admin,
    deploymentSecrets,
    agentKeySecrets,
  ],
  reads: [
    callReads,
    locationPartitions,
    offsiteSchedulePartitions,
    offsiteSettingPartitions,
    recoveryKeyPartitions,
    dataKeyPartitions,
    processPartitions,
    deploymentPartitions,
    agentReplyPartitions,
    fileMakerReads,
  ],
  writes: [
    callPartitions,
    locationPartitions,
    offsiteSchedulePartitions,
    offsiteSettingPartitions,
    recoveryKeyPartitions,
    dataKeyPartitions,
    processPartitions,
    processCounterPartitions,
    fileMakerSessionPartitions,
    deploymentPartitions,
    downloadPartitions,
    agentRequestPartitions,
  ],
  parts: { agents: "send", queue: ["send"], schedules: ["process"] },
};

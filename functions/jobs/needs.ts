import { agentKeySecrets, agentReplyPartitions, agentRequestSecrets } from "#shared/agent/store.ts";
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
import { buildPartitions, buildSecrets } from "#shared/builds/store.ts";
import { recipePartitions, recipeSecrets } from "#shared/deployments/recipes/store.ts";
import { deploymentPartitions, deploymentSecrets } from "#shared/deployments/store.ts";
import {
  fileMakerSessionSecrets,
  fileMakerSessionsOfAccountPartitions,
} from "#shared/filemaker/sessions/session-store.ts";
import { uploadsPrefix } from "#shared/files/uploads/part-names.ts";
import { uploadPartitions } from "#shared/files/uploads/store.ts";
import { identityPartitions, identitySecrets } from "#shared/identity/store.ts";
import { keyLookupPartitions, keySecrets } from "#shared/keys/store.ts";
import { mcpServerPartitions } from "#shared/mcp-servers/store.ts";
import { notePartitions } from "#shared/notes/store.ts";
import {
  destinationPartitions,
  notificationEventPartitions,
  notificationSecrets,
} from "#shared/notifications/store.ts";
import { accountSecrets } from "#shared/oauth/grants/account-store.ts";
import { grantPartitions } from "#shared/oauth/grants/grant-store.ts";
import { oauthKeyPartitions, oauthKeySecrets } from "#shared/oauth/server/key-store.ts";
import { artifactPartitions, artifactsOfGrantPartitions } from "#shared/oauth/tokens/artifact-store.ts";
import { transfersPrefix } from "#shared/ports/links/transfer-names.ts";
import { processPartitions } from "#shared/processes/store.ts";
import { processBlobs } from "#shared/processes/tool-log.ts";
import { schedulePartitions, scheduleSecrets } from "#shared/schedules/store.ts";
import { serverWorkSecrets } from "#shared/server/sealed-secrets.ts";
import { peoplePartitions } from "#shared/sessions/people/store.ts";
import { settingSecrets, systemPartitions } from "#shared/system/store.ts";
import { importPartitions, importSecrets } from "#shared/transfer/store.ts";
import { deletionSecrets } from "#shared/trash/delete-job.ts";
import { triggerPartitions, triggerSecrets } from "#shared/triggers/store.ts";
import { alertRulePartitions } from "#shared/usage/alerts/store.ts";
import { webhookPartitions, webhookSecrets } from "#shared/webhooks/store.ts";
import { fileMakerReads, idSecrets, type NeedsOn, ownReads } from "../needs.ts";
import type { ConsumerPlatform } from "./consumer-wiring.ts";

/** Kinds of secrets without expiry, and secrets of jobs that can wait indefinitely. */
const lastingSecrets = [
  keySecrets.data,
  keySecrets.admin,
  agentKeySecrets,
  settingSecrets,
  webhookSecrets,
  triggerSecrets,
  notificationSecrets,
  locationSecrets,
  offsiteSettingSecrets,
  recoveryKeySecrets,
  dataKeySecrets,
  identitySecrets,
  accountSecrets,
  oauthKeySecrets,
  buildSecrets,
  deploymentSecrets,
  recipeSecrets,
  scheduleSecrets,
  taskSecrets,
  serverWorkSecrets,
  deletionSecrets,
  importSecrets,
];

export const needs: NeedsOn<ConsumerPlatform> = {
  notesUseOf: [],
  // Everything sealed under an older key that must stay is opened and sealed again.
  seals: [...idSecrets, ...lastingSecrets, agentRequestSecrets, fileMakerSessionSecrets],
  opens: [...idSecrets, ...lastingSecrets, fileMakerSessionSecrets],
  reads: [
    ownReads,
    processPartitions,
    schedulePartitions,
    buildPartitions,
    deploymentPartitions,
    recipePartitions,
    destinationPartitions,
    alertRulePartitions,
    notificationEventPartitions,
    locationPartitions,
    offsiteSchedulePartitions,
    offsiteSettingPartitions,
    recoveryKeyPartitions,
    dataKeyPartitions,
    identityPartitions,
    grantPartitions,
    artifactPartitions,
    artifactsOfGrantPartitions,
    oauthKeyPartitions,
    uploadPartitions,
    systemPartitions,
    notePartitions,
    mcpServerPartitions,
    webhookPartitions,
    triggerPartitions,
    importPartitions,
    peoplePartitions,
    keyLookupPartitions.data,
    keyLookupPartitions.admin,
    fileMakerReads,
    fileMakerSessionsOfAccountPartitions,
    agentReplyPartitions,
  ],
  // Jobs of every kind need to write everything that the service can write.
  writes: "every partition",
  parts: {
    agents: "send",
    queue: ["send", "receive"],
    deliveryQueue: ["send"],
    schedules: ["process", "schedule"],
    blobs: {
      [processBlobs]: ["put", "get", "delete"],
      [uploadsPrefix]: ["get", "delete", "list"],
      [transfersPrefix]: ["delete", "list"],
    },
  },
};

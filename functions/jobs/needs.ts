import { agentKeySecrets, agentRequestSecrets } from "#shared/agent/store.ts";
import { taskSecrets } from "#shared/agent/tasks/task-job.ts";
import { buildSecrets } from "#shared/builds/store.ts";
import { deploymentSecrets } from "#shared/deployments/store.ts";
import { fileMakerSessionSecrets } from "#shared/filemaker/sessions/session-store.ts";
import { uploadsPrefix } from "#shared/files/uploads/part-names.ts";
import { keySecrets } from "#shared/keys/store.ts";
import { notificationSecrets } from "#shared/notifications/store.ts";
import { processBlobs } from "#shared/processes/tool-log.ts";
import { scheduleSecrets } from "#shared/schedules/store.ts";
import { serverWorkSecrets } from "#shared/server/sealed-secrets.ts";
import { deletionSecrets } from "#shared/trash/delete-job.ts";
import { idSecrets, type NeedsOn } from "../needs.ts";
import type { ConsumerPlatform } from "./consumer-wiring.ts";

export const needs: NeedsOn<ConsumerPlatform> = {
  notesUseOf: [],
  seals: [
    ...idSecrets,
    agentRequestSecrets,
    fileMakerSessionSecrets,
    keySecrets.data,
    keySecrets.admin,
    deploymentSecrets,
    taskSecrets,
    buildSecrets,
    notificationSecrets,
  ],
  opens: [
    ...idSecrets,
    agentKeySecrets,
    fileMakerSessionSecrets,
    keySecrets.data,
    keySecrets.admin,
    taskSecrets,
    serverWorkSecrets,
    deletionSecrets,
    buildSecrets,
    deploymentSecrets,
    scheduleSecrets,
  ],
  // Work of every kind: what it writes is as wide as what the service itself may.
  writes: "every partition",
  parts: {
    agents: "send",
    queue: ["send", "receive"],
    deliveryQueue: ["send"],
    schedules: ["process", "schedule"],
    blobs: { [processBlobs]: ["put", "get", "delete"], [uploadsPrefix]: ["get", "delete", "list"] },
  },
};

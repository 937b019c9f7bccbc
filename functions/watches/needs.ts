import {
  agentKeySecrets,
  agentReplyPartitions,
  agentRequestPartitions,
  agentRequestSecrets,
} from "#shared/agent/store.ts";
import { auditPartitions } from "#shared/audit/store.ts";
import { fileMakerSessionPartitions, fileMakerSessionSecrets } from "#shared/filemaker/sessions/session-store.ts";
import { keyLookupPartitions, keySecrets } from "#shared/keys/store.ts";
import { destinationPartitions, notificationEventPartitions, troublePartitions } from "#shared/notifications/store.ts";
import { statusPagePartitions } from "#shared/system/status-page/store.ts";
import { systemPartitions } from "#shared/system/store.ts";
import { alertRulePartitions, alertStatePartitions } from "#shared/usage/alerts/store.ts";
import { statisticsStatePartitions } from "#shared/usage/statistics/store.ts";
import { statisticsPartitions, usagePartitions, watchedPartitions } from "#shared/usage/store.ts";
import { fileMakerReads, idSecrets, type NeedsOn, ownPartitions, ownReads } from "../needs.ts";
import type { WatchPlatform } from "./wiring.ts";

export const needs: NeedsOn<WatchPlatform> = {
  notesUseOf: [],
  seals: [...idSecrets, agentRequestSecrets, fileMakerSessionSecrets],
  opens: [...idSecrets, agentKeySecrets, fileMakerSessionSecrets, keySecrets.admin],
  reads: [
    ownReads,
    agentReplyPartitions,
    // Number of refused credentials.
    auditPartitions,
    destinationPartitions,
    notificationEventPartitions,
    troublePartitions,
    systemPartitions,
    keyLookupPartitions.data,
    keyLookupPartitions.admin,
    fileMakerReads,
    statisticsPartitions,
    statisticsStatePartitions,
    usagePartitions,
    alertRulePartitions,
    alertStatePartitions,
  ],
  writes: [
    ownPartitions,
    agentRequestPartitions,
    notificationEventPartitions,
    troublePartitions,
    fileMakerSessionPartitions,
    statisticsPartitions,
    statisticsStatePartitions,
    watchedPartitions,
    alertStatePartitions,
    statusPagePartitions,
  ],
  parts: { agents: "send", deliveryQueue: ["send"] },
};

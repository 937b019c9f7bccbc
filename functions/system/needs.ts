import {
  agentKeySecrets,
  agentReplyPartitions,
  agentRequestPartitions,
  agentRequestSecrets,
} from "#shared/agent/store.ts";
import { fileMakerSessionPartitions, fileMakerSessionSecrets } from "#shared/filemaker/sessions/session-store.ts";
import { keyLookupPartitions, keySecrets } from "#shared/keys/store.ts";
import { troublePartitions } from "#shared/notifications/store.ts";
import { schedulePartitions } from "#shared/schedules/store.ts";
import { allowedNetworkPartitions } from "#shared/system/networks/store.ts";
import { statusPagePartitions } from "#shared/system/status-page/store.ts";
import { settingSecrets, systemPartitions } from "#shared/system/store.ts";
import { callPartitions, callReads, callSecrets, fileMakerReads, idSecrets, type NeedsOf } from "../needs.ts";
import type { handler } from "./handler.ts";

export const needs: NeedsOf<typeof handler> = {
  notesUseOf: ["admin"],
  seals: [...idSecrets, agentRequestSecrets, fileMakerSessionSecrets, settingSecrets],
  opens: [...callSecrets, agentKeySecrets, fileMakerSessionSecrets, keySecrets.data, keySecrets.admin, settingSecrets],
  reads: [
    callReads,
    systemPartitions,
    statusPagePartitions,
    schedulePartitions,
    troublePartitions,
    keyLookupPartitions.data,
    fileMakerReads,
    agentReplyPartitions,
  ],
  writes: [
    callPartitions,
    allowedNetworkPartitions,
    statusPagePartitions,
    systemPartitions,
    fileMakerSessionPartitions,
    agentRequestPartitions,
  ],
  parts: { agents: "send" },
};

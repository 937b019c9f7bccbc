import {
  agentKeySecrets,
  agentReplyPartitions,
  agentRequestPartitions,
  agentRequestSecrets,
} from "#shared/agent/store.ts";
import { fileMakerSessionPartitions, fileMakerSessionSecrets } from "#shared/filemaker/sessions/session-store.ts";
import { keySecrets } from "#shared/keys/store.ts";
import { statisticsStatePartitions } from "#shared/usage/statistics/store.ts";
import { statisticsPartitions } from "#shared/usage/store.ts";
import { callPartitions, callReads, callSecrets, fileMakerReads, idSecrets, type NeedsOf } from "../needs.ts";
import type { handler } from "./handler.ts";

export const needs: NeedsOf<typeof handler> = {
  notesUseOf: ["admin"],
  seals: [...idSecrets, agentRequestSecrets, fileMakerSessionSecrets],
  opens: [...callSecrets, agentKeySecrets, fileMakerSessionSecrets, keySecrets.admin],
  reads: [callReads, fileMakerReads, agentReplyPartitions, statisticsPartitions, statisticsStatePartitions],
  writes: [callPartitions, fileMakerSessionPartitions, agentRequestPartitions, statisticsStatePartitions],
  parts: { agents: "send" },
};

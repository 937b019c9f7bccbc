import {
  agentKeySecrets,
  agentReplyPartitions,
  agentRequestPartitions,
  agentRequestSecrets,
} from "#shared/agent/store.ts";
import { fileMakerSessionPartitions, fileMakerSessionSecrets } from "#shared/filemaker/sessions/session-store.ts";
import { keySecrets } from "#shared/keys/store.ts";
import { processCounterPartitions, processPartitions } from "#shared/processes/store.ts";
import { serverWorkSecrets } from "#shared/server/sealed-secrets.ts";
import { callPartitions, callReads, callSecrets, fileMakerReads, idSecrets, type NeedsOf } from "../needs.ts";
import type { handler } from "./handler.ts";

export const needs: NeedsOf<typeof handler> = {
  notesUseOf: ["admin"],
  seals: [...idSecrets, agentRequestSecrets, fileMakerSessionSecrets, serverWorkSecrets],
  opens: [...callSecrets, agentKeySecrets, fileMakerSessionSecrets, keySecrets.admin],
  reads: [callReads, processPartitions, fileMakerReads, agentReplyPartitions],
  writes: [
    callPartitions,
    processPartitions,
    processCounterPartitions,
    fileMakerSessionPartitions,
    agentRequestPartitions,
  ],
  parts: { agents: "send", queue: ["send"] },
};

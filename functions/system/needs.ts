import { agentRequestPartitions } from "#shared/agent/store.ts";
import { fileMakerSessionPartitions } from "#shared/filemaker/sessions/session-store.ts";
import { systemPartitions } from "#shared/system/store.ts";
import { callPartitions, type NeedsOf } from "../needs.ts";
import type { handler } from "./handler.ts";

export const needs: NeedsOf<typeof handler> = {
  notesUseOf: ["admin"],
  writes: [callPartitions, systemPartitions, fileMakerSessionPartitions, agentRequestPartitions],
  parts: { agents: "send" },
};

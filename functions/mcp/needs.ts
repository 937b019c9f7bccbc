import { adminMcpPartitions } from "#shared/mcp/admin/store.ts";
import { mcpGuardPartitions } from "#shared/mcp/guards/store.ts";
import { callPartitions, callReads, callSecrets, idSecrets, type NeedsOf } from "../needs.ts";
import type { handler } from "./handler.ts";

export const needs: NeedsOf<typeof handler> = {
  notesUseOf: ["admin"],
  seals: idSecrets,
  opens: callSecrets,
  reads: [callReads, adminMcpPartitions],
  writes: [callPartitions, adminMcpPartitions, mcpGuardPartitions],
  parts: { ownApi: "call" },
};

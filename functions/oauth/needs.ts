import { mcpServerReads } from "#shared/mcp-servers/store.ts";
import { clientPartitions } from "#shared/oauth/clients/client-store.ts";
import { accountSecrets } from "#shared/oauth/grants/account-store.ts";
import { grantPartitions } from "#shared/oauth/grants/grant-store.ts";
import { oauthKeyPartitions, oauthKeySecrets } from "#shared/oauth/server/key-store.ts";
import { artifactPartitions, artifactsOfGrantPartitions } from "#shared/oauth/tokens/artifact-store.ts";
import { callPartitions, callReads, callSecrets, idSecrets, type NeedsOf } from "../needs.ts";
import type { handler } from "./handler.ts";

const own = [...artifactPartitions, ...clientPartitions, ...grantPartitions, ...oauthKeyPartitions];

export const needs: NeedsOf<typeof handler> = {
  notesUseOf: ["admin"],
  seals: [...idSecrets, accountSecrets, oauthKeySecrets],
  opens: [...callSecrets, oauthKeySecrets],
  reads: [callReads, own, mcpServerReads, artifactsOfGrantPartitions],
  writes: [callPartitions, own],
  parts: {},
};

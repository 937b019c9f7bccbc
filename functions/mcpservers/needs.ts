import { fileMakerSessionPartitions, fileMakerSessionSecrets } from "#shared/filemaker/sessions/session-store.ts";
import { keyLookupPartitions, keySecrets } from "#shared/keys/store.ts";
import { mcpCallPartitions } from "#shared/mcp-servers/endpoint/call-log-store.ts";
import { mcpServerPartitions } from "#shared/mcp-servers/store.ts";
import { accountSecrets } from "#shared/oauth/grants/account-store.ts";
import { grantPartitions } from "#shared/oauth/grants/grant-store.ts";
import { artifactPartitions, artifactsOfGrantPartitions } from "#shared/oauth/tokens/artifact-store.ts";
import { callPartitions, callReads, callSecrets, fileMakerReads, idSecrets, type NeedsOf } from "../needs.ts";
import type { handler } from "./handler.ts";

export const needs: NeedsOf<typeof handler> = {
  notesUseOf: ["data", "admin"],
  seals: [...idSecrets, fileMakerSessionSecrets],
  opens: [...callSecrets, keySecrets.data, fileMakerSessionSecrets, accountSecrets],
  reads: [
    callReads,
    artifactPartitions,
    artifactsOfGrantPartitions,
    grantPartitions,
    mcpServerPartitions,
    mcpCallPartitions,
    keyLookupPartitions.data,
    fileMakerReads,
  ],
  // An account that FileMaker Server no longer accepts ends its grant.
  writes: [callPartitions, artifactPartitions, grantPartitions, mcpServerPartitions, fileMakerSessionPartitions],
  parts: {},
};

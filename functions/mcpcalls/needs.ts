import { fileMakerSessionPartitions, fileMakerSessionSecrets } from "#shared/filemaker/sessions/session-store.ts";
import { allowancePartitions } from "#shared/keys/limits/allowance-store.ts";
import { keyLookupPartitions, keySecrets } from "#shared/keys/store.ts";
import { mcpGuardPartitions } from "#shared/mcp/guards/store.ts";
import { mcpCallPartitions } from "#shared/mcp-servers/endpoint/call-log-store.ts";
import { mcpServerReads } from "#shared/mcp-servers/store.ts";
import { accountSecrets } from "#shared/oauth/grants/account-store.ts";
import { grantPartitions } from "#shared/oauth/grants/grant-store.ts";
import { artifactPartitions, artifactsOfGrantPartitions } from "#shared/oauth/tokens/artifact-store.ts";
import { callPartitions, callReads, fileMakerReads, idSecrets, type NeedsOf } from "../needs.ts";
import type { handler } from "./handler.ts";

export const needs: NeedsOf<typeof handler> = {
  notesUseOf: ["data"],
  seals: [...idSecrets, fileMakerSessionSecrets],
  opens: [...idSecrets, keySecrets.data, fileMakerSessionSecrets, accountSecrets],
  reads: [
    callReads,
    artifactPartitions,
    artifactsOfGrantPartitions,
    grantPartitions,
    mcpServerReads,
    keyLookupPartitions.data,
    fileMakerReads,
  ],
  // An account that FileMaker Server no longer accepts ends its grant.
  writes: [
    callPartitions,
    allowancePartitions,
    artifactPartitions,
    grantPartitions,
    mcpCallPartitions,
    mcpGuardPartitions,
    fileMakerSessionPartitions,
  ],
  parts: {},
};

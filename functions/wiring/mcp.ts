import { ServiceError } from "#shared/contract/errors.ts";
import { type ODataSend, odataSend } from "#shared/filemaker/odata.ts";
import { credentialIds } from "#shared/keys/credential-id.ts";
import { type Confirm, confirmations } from "#shared/mcp/guards/confirmations.ts";
import { type Cursors, cursors } from "#shared/mcp/guards/cursors.ts";
import { guardStore } from "#shared/mcp/guards/store.ts";
import { dataToolSets } from "#shared/mcp-servers/data-tools/data-tools.ts";
import { tableLists } from "#shared/mcp-servers/data-tools/schema/table-lists.ts";
import type { AccessTokens } from "#shared/mcp-servers/endpoint/access-tokens.ts";
import { mcpCallers } from "#shared/mcp-servers/endpoint/callers.ts";
import { scriptLists } from "#shared/mcp-servers/endpoint/script-lists.ts";
import { serverTools } from "#shared/mcp-servers/endpoint/server-tools.ts";
import { toolDefinitions } from "#shared/mcp-servers/endpoint/tool-definitions.ts";
import { checkNamedInODataCall } from "#shared/proxy/named/named-in-odata.ts";
import { checkOutcomeFor, odataAccounts } from "#shared/proxy/odata/accounts.ts";
import { odataRefusals } from "#shared/proxy/odata/refusals.ts";
import { memoized } from "../memoized.ts";
import type { CommonPlatform, Platform } from "../platform.ts";
import { accountStatus, type CountingPlatform, keyAdmission, keyCache, toolCounting } from "./calls.ts";
import { type FileMakerPlatform, fileMakerData, loginLimiter } from "./filemaker.ts";
import { accessTokens, grants } from "./grants.ts";
import { callsOfMcp, toolCallCounts } from "./mcp-calls.ts";

/** Asks users to confirm destructive actions. */
export const toolConfirmations = memoized(
  ({ vault, table, clock, ids }: Pick<CommonPlatform, "vault" | "table" | "clock" | "ids">): Confirm =>
    confirmations({ vault, store: guardStore(table), clock, ids }),
);

/** Cursors of tool lists. */
export const toolCursors = memoized(
  ({ vault, clock }: Pick<CommonPlatform, "vault" | "clock">): Cursors => cursors({ vault, clock }),
);

export type McpToolPlatform = FileMakerPlatform &
  Pick<Platform, "baseUrl" | "prefixes" | "callsOut" | "oauthLimits" | "toolLimits"> &
  CountingPlatform;

/** Resolves the account for a call to an MCP server. */
export const callersOfMcp = memoized((platform: McpToolPlatform) => {
  const { vault, clock, ids, fileMaker, callsOut } = platform;
  return mcpCallers({
    keyCache: keyCache(platform),
    admission: keyAdmission(platform),
    checkNamed: checkNamedInODataCall,
    accounts: odataAccounts({ loginLimiter: loginLimiter(platform), clock, ids }),
    refusals: odataRefusals(clock, accountStatus(platform)),
    checkOutcomeFor,
    send: callsOut ? odataSend(fileMaker.dataApi) : refuseCall,
    idOf: async (account) => (await credentialIds(vault, "data", account))[0],
    accessTokens: accessOfSignIns(platform),
  });
});

const refuseCall: ODataSend = async () => {
  throw new ServiceError("mcp_calls_prevented");
};

/** Access that people granted by signing in. An account that FileMaker Server no longer accepts ends its grant. */
function accessOfSignIns(platform: McpToolPlatform): AccessTokens {
  return {
    async check(token, resource) {
      const holder = await accessTokens(platform).check(token, resource);
      if (holder === undefined) return undefined;
      const { grantId, account: user, password: pass, clientName, scopes } = holder;
      return {
        ...{ grantId, user, client: clientName, scopes },
        account: async () => ({ user, pass }),
        refused: async () => void (await grants(platform).revoke(grantId)),
      };
    },
  };
}

/** Tools of a server, as available to a caller. */
export const toolsOfMcp = memoized((platform: McpToolPlatform) => {
  const { clock, callsOut, toolLimits: limits } = platform;
  const { count } = toolCallCounts(platform);
  return serverTools({
    definitions: toolDefinitions(),
    scriptLists: scriptListsOfMcp(platform),
    dataToolsFor: dataToolSets({
      tableLists: tableLists(clock),
      confirm: toolConfirmations(platform),
      cursors: toolCursors(platform),
      count,
      limits,
    }),
    callLog: callsOfMcp(platform),
    clock,
    count,
    limits,
    ended: toolCounting(platform),
    callsOut,
  });
});

/** Scripts that accounts can see. */
export const scriptListsOfMcp = memoized((platform: FileMakerPlatform) =>
  scriptLists({ dataApi: fileMakerData(platform), clock: platform.clock }),
);

import { ServiceError } from "#shared/contract/errors.ts";
import { type ODataSend, odataSend } from "#shared/filemaker/odata.ts";
import { credentialIds } from "#shared/keys/credential-id.ts";
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
import { type FileMakerPlatform, fileMakerData } from "../filemaker/wiring.ts";
import { accountStatus, keyAdmission, keyCache } from "../keys/cache-wiring.ts";
import { toolCallCounts } from "../mcp/gathering-wiring.ts";
import { toolConfirmations, toolCursors } from "../mcp/wiring.ts";
import { memoized } from "../memoized.ts";
import { accessTokens, grants } from "../oauth/grants-wiring.ts";
import type { Platform } from "../platform.ts";
import { loginLimiter } from "../sessions/wiring.ts";
import { type CountingPlatform, toolCounting } from "../usage/event-wiring.ts";
import { callsOfMcp } from "./call-log-wiring.ts";

export type McpToolPlatform = FileMakerPlatform & Pick<Platform, "callsOut" | "oauthLimits"> & CountingPlatform;

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
      const { grantId, account: user, password: pass, scopes } = holder;
      return {
        ...{ grantId, user, scopes },
        account: async () => ({ user, pass }),
        refused: async () => void (await grants(platform).revoke(grantId)),
      };
    },
  };
}

/** Tools of a server, as available to a caller. */
export const toolsOfMcp = memoized((platform: McpToolPlatform) => {
  const { clock, callsOut } = platform;
  const { count } = toolCallCounts(platform);
  return serverTools({
    definitions: toolDefinitions(),
    scriptLists: scriptListsOfMcp(platform),
    dataToolsFor: dataToolSets({
      tableLists: tableLists(clock),
      confirm: toolConfirmations(platform),
      cursors: toolCursors(platform),
      count,
    }),
    callLog: callsOfMcp(platform),
    clock,
    count,
    ended: toolCounting(platform),
    callsOut,
  });
});

/** Scripts that accounts can see. */
export const scriptListsOfMcp = memoized((platform: FileMakerPlatform) =>
  scriptLists({ dataApi: fileMakerData(platform), clock: platform.clock }),
);

import { mcpServers } from "#shared/mcp-servers/contract.ts";
import { mcpCallPartitions } from "#shared/mcp-servers/endpoint/call-log-store.ts";
import { mcpServerService } from "#shared/mcp-servers/service.ts";
import { mcpServerPartitions, mcpServerStore } from "#shared/mcp-servers/store.ts";
import { mcpTrials } from "#shared/mcp-servers/trial/contract.ts";
import { mcpTrialService } from "#shared/mcp-servers/trial/service.ts";
import { defineResource } from "../edge/resource.ts";
import { callsFileMaker, checksGrants, needs, servesAdmins, usesDataKeys } from "../needs.ts";
import type { Platform } from "../platform.ts";
import { keyForFile } from "../wiring/calls.ts";
import { grants } from "../wiring/grants.ts";
import { callersOfMcp, type McpToolPlatform, scriptListsOfMcp, toolsOfMcp } from "../wiring/mcp.ts";
import { callsOfMcp } from "../wiring/mcp-calls.ts";

export const resource = defineResource({
  contract: { ...mcpServers, ...mcpTrials },
  wiring: service,
  needs: needs(servesAdmins, callsFileMaker, usesDataKeys, checksGrants, {
    reads: [mcpServerPartitions, mcpCallPartitions],
    writes: [mcpServerPartitions],
  }),
});

/** The MCP servers resource: definitions and test calls. */
function service(platform: McpToolPlatform & Pick<Platform, "answerMs">) {
  const { clock, callsOut, answerMs } = platform;
  const store = mcpServerStore(platform.table);
  return {
    ...mcpServerService({ store, clock, endSignIns: (slug) => grants(platform).revokeOfServer(slug) }),
    ...mcpTrialService({
      store,
      callers: callersOfMcp(platform),
      scriptLists: scriptListsOfMcp(platform),
      toolsFor: toolsOfMcp(platform),
      callLog: callsOfMcp(platform),
      keyNamed: async (named) => (await keyForFile(platform, named)).handle,
      clock,
      callsOut,
      answerMs,
    }),
  };
}

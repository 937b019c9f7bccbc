import { mcpServerService } from "#shared/mcp-servers/service.ts";
import { mcpTrialService } from "#shared/mcp-servers/trial/service.ts";
import { callsOfMcp } from "../mcpcalls/call-log-wiring.ts";
import { callersOfMcp, type McpToolPlatform, scriptListsOfMcp, toolsOfMcp } from "../mcpcalls/tool-wiring.ts";
import { memoized } from "../memoized.ts";
import { grants } from "../oauth/grants-wiring.ts";
import type { Platform } from "../platform.ts";
import { keyForFile } from "../webhooks/key-wiring.ts";
import { mcpServerRecords } from "./store-wiring.ts";

/** The MCP servers resource: definitions and test calls. */
export const mcpServers = memoized((platform: McpToolPlatform & Pick<Platform, "answerMs">) => {
  const { clock, callsOut, answerMs } = platform;
  const store = mcpServerRecords(platform);
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
});

import { mcpEndpoint } from "#shared/mcp/protocol/endpoint.ts";
import { mcpEndpointService } from "#shared/mcp-servers/endpoint/service.ts";
import { challenge } from "#shared/oauth/challenge.ts";
import { credentialOf } from "#shared/proxy/call-credential.ts";
import { mcpServerRecords } from "../mcpservers/store-wiring.ts";
import { memoized } from "../memoized.ts";
import { signInAddresses } from "../oauth/grants-wiring.ts";
import type { Platform } from "../platform.ts";
import { callersOfMcp, type McpToolPlatform, toolsOfMcp } from "./tool-wiring.ts";

export type McpCallPlatform = McpToolPlatform &
  Pick<Platform, "baseUrl" | "prefixes" | "bodyMs" | "corsOrigins" | "checksHost">;

/** Endpoints for clients of MCP servers. */
export const mcpEndpoints = memoized((platform: McpCallPlatform) => {
  const { baseUrl, bodyMs, corsOrigins: origins, checksHost, log } = platform;
  return mcpEndpointService({
    store: mcpServerRecords(platform),
    callers: callersOfMcp(platform),
    toolsFor: toolsOfMcp(platform),
    answer: mcpEndpoint({ baseUrl, bodyMs, origins, checksHost, log }),
    credentialOf,
    baseUrl,
    signIn: (resource, reason) => challenge(reason, { addresses: signInAddresses(platform), resource }),
  });
});

import { mcpGuardPartitions } from "#shared/mcp/guards/store.ts";
import { mcpEndpoint } from "#shared/mcp/protocol/endpoint.ts";
import { mcpCallPartitions } from "#shared/mcp-servers/endpoint/call-log-store.ts";
import { mcpEndpoints } from "#shared/mcp-servers/endpoint/contract.ts";
import { mcpEndpointService } from "#shared/mcp-servers/endpoint/service.ts";
import { mcpServerReads, mcpServerStore } from "#shared/mcp-servers/store.ts";
import { challenge } from "#shared/oauth/challenge.ts";
import { credentialOf } from "#shared/proxy/call-credential.ts";
import { defineResource } from "../edge/resource.ts";
import { callsFileMaker, checksGrants, needs, servesAdmins, usesDataKeys } from "../needs.ts";
import type { Platform } from "../platform.ts";
import { signInAddresses } from "../wiring/grants.ts";
import { callersOfMcp, type McpToolPlatform, toolsOfMcp } from "../wiring/mcp.ts";

export const resource = defineResource({
  contract: mcpEndpoints,
  wiring: service,
  needs: needs(servesAdmins, callsFileMaker, usesDataKeys, checksGrants, {
    reads: [mcpServerReads],
    writes: [mcpCallPartitions, mcpGuardPartitions],
  }),
});

type McpCallPlatform = McpToolPlatform & Pick<Platform, "bodyMs" | "corsOrigins" | "checksHost">;

/** Endpoints for clients of MCP servers. */
function service(platform: McpCallPlatform) {
  const { baseUrl, bodyMs, corsOrigins: origins, checksHost, log } = platform;
  return mcpEndpointService({
    store: mcpServerStore(platform.table),
    callers: callersOfMcp(platform),
    toolsFor: toolsOfMcp(platform),
    answer: mcpEndpoint({ baseUrl, bodyMs, origins, checksHost, log }),
    credentialOf,
    resourceOf: (slug) => signInAddresses(platform).resource(`mcp/${slug}`),
    signIn: (resource, reason, prefix) => challenge(reason, { addresses: signInAddresses(platform), resource, prefix }),
  });
}

import type { AuditEnd } from "#shared/audit/record.ts";
import type { Caller } from "#shared/contract/call.ts";
import { callerName } from "#shared/contract/caller-name.ts";
import { adminMcp } from "#shared/mcp/admin/contract.ts";
import { adminMcpService } from "#shared/mcp/admin/service.ts";
import { type AdminSignIns, adminSignIn, adminSignIns } from "#shared/mcp/admin/sign-ins.ts";
import { adminMcpPartitions, adminMcpStore } from "#shared/mcp/admin/store.ts";
import { mcpGuardPartitions } from "#shared/mcp/guards/store.ts";
import { mcpEndpoint } from "#shared/mcp/protocol/endpoint.ts";
import { challenge } from "#shared/oauth/challenge.ts";
import { administrationPath } from "#shared/oauth/resources.ts";
import release from "../../package.json" with { type: "json" };
import { defineResource } from "../edge/resource.ts";
import { memoized } from "../memoized.ts";
import { checksGrants, needs, servesAdmins } from "../needs.ts";
import type { CommonPlatform, Platform } from "../platform.ts";
import { adminKeyCache, auditTrail, type KeyCachePlatform, toolCounting } from "../wiring/calls.ts";
import { callers, type SessionsPlatform } from "../wiring/filemaker.ts";
import { accessTokens, grants, signInAddresses } from "../wiring/grants.ts";
import { toolConfirmations, toolCursors } from "../wiring/mcp.ts";
import { toolCallCounts } from "../wiring/mcp-calls.ts";

export const resource = defineResource({
  contract: adminMcp,
  wiring: adminMcpOn,
  needs: needs(servesAdmins, checksGrants, {
    reads: [adminMcpPartitions],
    writes: [adminMcpPartitions, mcpGuardPartitions],
    parts: { ownApi: "call" },
  }),
});

type McpPlatform = CommonPlatform &
  KeyCachePlatform &
  SessionsPlatform &
  Pick<Platform, "ownApi" | "mcpServerFactory" | "toolLimits">;

/** MCP endpoint for administrators' AI clients. */
export function adminMcpOn(platform: McpPlatform) {
  const { table, clock, log, ownApi, baseUrl, prefixes } = platform;
  return adminMcpService({
    version: release.version,
    store: adminMcpStore(table),
    confirm: toolConfirmations(platform),
    cursors: toolCursors(platform),
    count: toolCallCounts(platform).count,
    limits: platform.toolLimits,
    ended: toolCounting(platform),
    answer: toolEndpoint(platform),
    identify: holderOfAdminKey(platform),
    signIns: signInsOf(platform),
    async note({ http, requestId, userAgent = "" }, caller, { tool, argumentsDigest, outcome }) {
      const objects = [`mcp-tool:${tool}`, `arguments:${argumentsDigest}`];
      const subject = {
        actor: callerName(caller),
        action: "callTool",
        objects,
        address: http.address,
        userAgent,
        requestId,
      };
      const end: AuditEnd = { outcome, error: null, objects };
      await auditTrail(platform).note(subject, end);
    },
    ...{ clock, log, ownApi, baseUrl, prefix: prefixes[0] },
  });
}

/** Sign-ins of people with an Admin Console account, with the grants and tokens of all AI clients. */
function signInsOf(platform: McpPlatform): AdminSignIns {
  return adminSignIns({
    async accessOf(token) {
      const holder = await accessTokens(platform).check(token, signInAddresses(platform).resource(administrationPath));
      return holder && { ...holder, end: async () => void (await grants(platform).revoke(holder.grantId)) };
    },
    identify: (account, client) => callers(platform).identify({ kind: "account", ...account }, client),
    challenge(settings, reason, prefix) {
      const resource = adminSignIn(settings);
      return challenge(reason, resource && { addresses: signInAddresses(platform), resource, prefix });
    },
    endAll: () => grants(platform).revokeOfAdministration(),
  });
}

/**
 * Returns the owner of a call's Admin API key, cached for some seconds as in the proxies. Tools call the management API, which reads the
 * store each time.
 */
export const holderOfAdminKey = memoized((platform: McpPlatform) => {
  const cache = adminKeyCache(platform);
  return async (value: string): Promise<Caller | undefined> => {
    const handle = cache.fresh(value) ?? (await cache.find(value));
    if (handle === undefined) return undefined;
    cache.used(handle);
    return { kind: "admin-key", keyId: handle.record.id, name: handle.name, role: handle.record.role };
  };
});

/** MCP protocol endpoint, for every set of tools. */
export const toolEndpoint = memoized(
  ({
    log,
    bodyMs,
    baseUrl,
    corsOrigins,
    checksHost,
    mcpServerFactory: serverFactory,
  }: Pick<CommonPlatform, "log" | "bodyMs" | "baseUrl" | "corsOrigins" | "checksHost"> &
    Pick<Platform, "mcpServerFactory">) =>
    mcpEndpoint({ log, bodyMs, baseUrl, origins: corsOrigins, checksHost, serverFactory }),
);

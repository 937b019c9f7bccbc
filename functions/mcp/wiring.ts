import type { AuditEnd } from "#shared/audit/record.ts";
import type { Caller } from "#shared/contract/call.ts";
import { callerName } from "#shared/contract/caller-name.ts";
import { ServiceError } from "#shared/contract/errors.ts";
import { adminMcpService } from "#shared/mcp/admin/service.ts";
import { adminMcpStore } from "#shared/mcp/admin/store.ts";
import { type Confirm, confirmations } from "#shared/mcp/guards/confirmations.ts";
import { type Cursors, cursors } from "#shared/mcp/guards/cursors.ts";
import { guardStore } from "#shared/mcp/guards/store.ts";
import { mcpEndpoint } from "#shared/mcp/protocol/endpoint.ts";
import release from "../../package.json" with { type: "json" };
import { auditTrail } from "../audit/wiring.ts";
import { adminKeyCache, type KeyCachePlatform } from "../keys/cache-wiring.ts";
import { memoized } from "../memoized.ts";
import type { CommonPlatform, Platform } from "../platform.ts";
import { toolCounting } from "../usage/event-wiring.ts";
import { toolCallCounts } from "./gathering-wiring.ts";

type McpPlatform = CommonPlatform & KeyCachePlatform & Pick<Platform, "ownApi" | "mcpServerFactory">;

/** MCP endpoint for administrators' AI clients. */
export const mcp = memoized((platform: McpPlatform) => {
  const { table, clock, log, ownApi, baseUrl, prefixes } = platform;
  return adminMcpService({
    version: release.version,
    store: adminMcpStore(table),
    confirm: toolConfirmations(platform),
    cursors: toolCursors(platform),
    count: toolCallCounts(platform).count,
    ended: toolCounting(platform),
    answer: toolEndpoint(platform),
    identify: holderOfAdminKey(platform),
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
});

/**
 * Returns the owner of a call's Admin API key, cached for some seconds as in the proxies. Tools call the management API, which reads the
 * store each time.
 */
export const holderOfAdminKey = memoized((platform: McpPlatform) => {
  const cache = adminKeyCache(platform);
  return async (value: string): Promise<Caller> => {
    const handle = cache.fresh(value) ?? (await cache.find(value));
    if (handle === undefined) throw new ServiceError("unauthenticated");
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

/** Asks users to confirm destructive actions. */
export const toolConfirmations = memoized(
  ({ vault, table, clock, ids }: Pick<CommonPlatform, "vault" | "table" | "clock" | "ids">): Confirm =>
    confirmations({ vault, store: guardStore(table), clock, ids }),
);

/** Cursors of tool lists. */
export const toolCursors = memoized(
  ({ vault, clock }: Pick<CommonPlatform, "vault" | "clock">): Cursors => cursors({ vault, clock }),
);

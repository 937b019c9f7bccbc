import type { Address } from "../../../api/operations.ts";

/** Queries to refetch after a change of a server or one of its tools. */
export const staleServers = [
  "GET /svc/api/mcp-servers",
  "GET /svc/api/mcp-servers/{mcp_server_slug}",
  "GET /svc/api/mcp-servers/{mcp_server_slug}/tools",
  "GET /svc/api/mcp-servers/{mcp_server_slug}/changes",
  "GET /svc/api/audit",
] as const satisfies readonly Address[];

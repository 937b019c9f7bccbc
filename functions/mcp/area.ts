import type { Area } from "../edge/area.ts";

/** MCP endpoints and their management. */
export const area: Area = {
  streams: true,
  resources: {
    admin: { paths: ["/admin-mcp", "/api/admin-mcp"], load: () => import("./admin.ts") },
    endpoints: { paths: ["/mcp"], load: () => import("./endpoints.ts") },
    servers: { paths: ["/api/mcp-servers"], load: () => import("./servers.ts") },
  },
};

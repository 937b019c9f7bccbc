import { Loading } from "../../ui/feedback/states.tsx";
import { lazyPart } from "../../ui/lazy-part.ts";

const ServersPart = lazyPart(() => import("./mcp/servers-part.tsx"));
const ServerPart = lazyPart(() => import("./mcp/server-part.tsx"));

/** Pages of MCP servers. Their code loads from here, not from the frame, which every page loads. */
export function McpServersRoute() {
  return <ServersPart fallback={<Loading rows={6} />} />;
}

export function McpServerRoute() {
  return <ServerPart fallback={<Loading rows={6} />} />;
}

/** MCP servers that a deployment imports. */

export type { PlaceMcpServer } from "./definition/place-server.ts";

import { mcpServerMessages as englishMcpServerMessages } from "../english/mcp/servers.ts";
import type { Texts } from "../texts.ts";

/** The texts of MCP servers. They come with the pages that show them. */
export const mcpServerMessages: Texts<typeof englishMcpServerMessages> = englishMcpServerMessages;

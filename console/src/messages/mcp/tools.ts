import { mcpToolMessages as englishMcpToolMessages } from "../english/mcp/tools.ts";
import type { Texts } from "../texts.ts";

/** The texts of tools of MCP servers. They come with the pages that show them. */
export const mcpToolMessages: Texts<typeof englishMcpToolMessages> = englishMcpToolMessages;

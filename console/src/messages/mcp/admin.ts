import { adminMcpMessages as englishAdminMcpMessages } from "../english/mcp/admin.ts";
import type { Texts } from "../texts.ts";

/** The texts of the MCP endpoint for administrators. They come with the pages that show them. */
export const adminMcpMessages: Texts<typeof englishAdminMcpMessages> = englishAdminMcpMessages;

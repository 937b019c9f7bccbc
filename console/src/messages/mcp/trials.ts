import { mcpTrialMessages as englishMcpTrialMessages } from "../english/mcp/trials.ts";
import type { Texts } from "../texts.ts";

/** The texts of what is tried of MCP servers and read of them. They come with the pages that show them. */
export const mcpTrialMessages: Texts<typeof englishMcpTrialMessages> = englishMcpTrialMessages;

import { agentMessages as englishAgentMessages } from "./english/agents.ts";
import type { Texts } from "./texts.ts";

/** The texts of agents, disks and server commands. They come with the pages that show them. */
export const agentMessages: Texts<typeof englishAgentMessages> = englishAgentMessages;

import { agentWords as englishAgentWords } from "./english/agents.ts";

/** The texts of agents, disks and server commands. They come with the pages that show them. */
export const agentWords: typeof englishAgentWords = englishAgentWords;

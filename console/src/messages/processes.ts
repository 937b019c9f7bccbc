import { processMessages as englishProcessMessages } from "./english/processes.ts";
import type { Texts } from "./texts.ts";

/** The texts of Process Logs. They come with their pages and what the frame says of running work. */
export const processMessages: Texts<typeof englishProcessMessages> = englishProcessMessages;

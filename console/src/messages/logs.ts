import { logMessages as englishLogMessages } from "./english/logs.ts";
import type { Texts } from "./texts.ts";

/** The texts of the logs. They come with their page and the search. */
export const logMessages: Texts<typeof englishLogMessages> = englishLogMessages;

import { topCallMessages as englishTopCallMessages } from "../english/usage/top-calls.ts";
import type { Texts } from "../texts.ts";

/** The texts of FileMaker Server's slowest calls. They come with their tables. */
export const topCallMessages: Texts<typeof englishTopCallMessages> = englishTopCallMessages;

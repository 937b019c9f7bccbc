import { usageMessages as englishUsageMessages } from "../english/usage/usage.ts";
import type { Texts } from "../texts.ts";

/** The texts of figures over time. They come with the first page that shows some. */
export const usageMessages: Texts<typeof englishUsageMessages> = englishUsageMessages;

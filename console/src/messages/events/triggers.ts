import { triggerMessages as englishTriggerMessages } from "../english/events/triggers.ts";
import type { Texts } from "../texts.ts";

/** The texts of triggers. They come with the pages that show them. */
export const triggerMessages: Texts<typeof englishTriggerMessages> = englishTriggerMessages;

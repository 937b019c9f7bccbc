import { homeMessages as englishHomeMessages } from "../english/installation/home.ts";
import type { Texts } from "../texts.ts";

/** The texts of the first page. They come with it, and with pages that use its words. */
export const homeMessages: Texts<typeof englishHomeMessages> = englishHomeMessages;

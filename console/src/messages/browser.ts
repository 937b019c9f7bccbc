import { browserMessages as englishBrowserMessages } from "./english/browser.ts";
import type { Texts } from "./texts.ts";

/** The texts of the File Browser and the trash. They come with the pages that show them. */
export const browserMessages: Texts<typeof englishBrowserMessages> = englishBrowserMessages;

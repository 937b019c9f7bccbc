import { browserWords as englishBrowserWords } from "./english/browser.ts";

/** The texts of the File Browser and the trash. They come with the pages that show them. */
export const browserWords: typeof englishBrowserWords = englishBrowserWords;

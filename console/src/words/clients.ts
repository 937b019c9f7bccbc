import { clientWords as englishClientWords } from "./english/clients.ts";

/** The texts about who is connected. They come with the pages that show it. */
export const clientWords: typeof englishClientWords = englishClientWords;

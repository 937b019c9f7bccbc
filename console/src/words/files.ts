import { clientWords as englishClientWords, fileWords as englishFileWords } from "./english/files.ts";

/** The texts of the pages about files and clients. They come with these pages: nobody waits for them at the sign-in. */
export const fileWords: typeof englishFileWords = englishFileWords;
export const clientWords: typeof englishClientWords = englishClientWords;

import { logWords as englishLogWords } from "./english/logs.ts";

/** The texts of the logs. They come with their page and the search. */
export const logWords: typeof englishLogWords = englishLogWords;

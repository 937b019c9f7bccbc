import { processWords as englishProcessWords } from "./english/processes.ts";

/** The texts of Process Logs. They come with their pages and what the frame says of running work. */
export const processWords: typeof englishProcessWords = englishProcessWords;

import { operationWords as englishOperationWords } from "./english/operations.ts";

/** The texts of file operations. They come with the pages that show them. */
export const operationWords: typeof englishOperationWords = englishOperationWords;

import { operationMessages as englishOperationMessages } from "./english/operations.ts";
import type { Texts } from "./texts.ts";

/** The texts of file operations. They come with the pages that show them. */
export const operationMessages: Texts<typeof englishOperationMessages> = englishOperationMessages;

import { fileMessages as englishFileMessages } from "./english/files.ts";

/** The texts of the pages about files. They come with these pages: nobody waits for them at the sign-in. */
export const fileMessages: typeof englishFileMessages = englishFileMessages;

import { noteMessages as englishNoteMessages } from "./english/notes.ts";
import type { Texts } from "./texts.ts";

/** The texts of notes. They come with the pages that show notes. */
export const noteMessages: Texts<typeof englishNoteMessages> = englishNoteMessages;

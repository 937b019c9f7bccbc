import { noteWords as englishNoteWords } from "./english/notes.ts";

/** The texts of notes. They come with the pages that show notes. */
export const noteWords: typeof englishNoteWords = englishNoteWords;

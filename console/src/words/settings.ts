import { settingsWords as englishSettingsWords } from "./english/settings.ts";

/** The texts of the settings. They come with the settings' page and the search. */
export const settingsWords: typeof englishSettingsWords = englishSettingsWords;

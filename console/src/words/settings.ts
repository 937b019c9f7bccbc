import { settingsWords as englishSettingsWords } from "./english/settings.ts";
import type { Texts } from "./texts.ts";

/** The texts of the settings. They come with the settings' page and the search. */
export const settingsWords: Texts<typeof englishSettingsWords> = englishSettingsWords;

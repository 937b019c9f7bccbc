import { settingsMessages as englishSettingsMessages } from "./english/settings.ts";
import type { Texts } from "./texts.ts";

/** The texts of the settings. They come with the settings' page and the search. */
export const settingsMessages: Texts<typeof englishSettingsMessages> = englishSettingsMessages;

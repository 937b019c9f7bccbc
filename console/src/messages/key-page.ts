import { keyPageMessages as englishKeyPageMessages } from "./english/key-page.ts";
import type { Texts } from "./texts.ts";

/** The texts of a key's page. They come with the pages of keys. */
export const keyPageMessages: Texts<typeof englishKeyPageMessages> = englishKeyPageMessages;

import { keyboardMessages as englishKeyboardMessages } from "./english/keyboard.ts";
import type { Texts } from "./texts.ts";

/** The texts of the list of keyboard shortcuts. They come with it. */
export const keyboardMessages: Texts<typeof englishKeyboardMessages> = englishKeyboardMessages;

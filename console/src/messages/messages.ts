import { english } from "./english/english.ts";
import type { Texts } from "./texts.ts";

/** Every text of the console in the language of the page. Other languages have the same shape. */
type Messages = Texts<typeof english>;
export const messages: Messages = english;

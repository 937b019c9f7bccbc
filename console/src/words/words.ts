import { english } from "./english/english.ts";
import type { Texts } from "./texts.ts";

/** Every text of the console in the language of the page. Other languages have the same shape. */
type Words = Texts<typeof english>;
export const words: Words = english;

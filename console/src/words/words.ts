import { english } from "./english/english.ts";

/** Every text of the console in the language of the page. Other languages have the same shape. */
export type Words = typeof english;
export const words: Words = english;

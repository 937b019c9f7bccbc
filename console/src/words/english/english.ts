import { frameWords } from "./frame.ts";
import { homeWords } from "./home.ts";
import { keyWords } from "./keys.ts";
import { sessionWords } from "./sessions.ts";

/** English, but for the texts that come with single pages. */
export const english = {
  ...frameWords,
  home: homeWords,
  keys: keyWords,
  sessions: sessionWords,
} as const;

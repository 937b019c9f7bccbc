import { frameMessages } from "./frame.ts";
import { keyMessages } from "./keys.ts";
import { sessionMessages } from "./sessions.ts";

/** English, but for the texts that come with single pages. */
export const english = {
  ...frameMessages,
  keys: keyMessages,
  sessions: sessionMessages,
} as const;

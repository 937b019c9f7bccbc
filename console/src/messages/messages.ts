import { frameMessages } from "./english/frame.ts";
import { keyMessages } from "./english/keys.ts";
import { sessionMessages } from "./english/sessions.ts";

/** Texts that the console loads at its start. The others are loaded with the pages that show them. */
export const messages = {
  ...frameMessages,
  keys: keyMessages,
  sessions: sessionMessages,
} as const;

import { auditWords } from "./audit.ts";
import { frameWords } from "./frame.ts";
import { homeWords } from "./home.ts";
import { keyWords } from "./keys.ts";
import { sessionWords } from "./sessions.ts";
import { settingsWords } from "./settings.ts";

/** English. */
export const english = {
  ...frameWords,
  audit: auditWords,
  home: homeWords,
  keys: keyWords,
  sessions: sessionWords,
  settings: settingsWords,
} as const;

import type { ErrorEntries } from "#shared/contract/error-entry.ts";

/** Errors of logs. */
export const logErrors = {
  log_not_found: {
    code: 18170,
    status: 404,
    sentence: "There is no log file of this name",
    cause: "It is mistyped, was deleted or renamed, or is no log.",
    remedy: "Take a name from the list of logs, letter by letter.",
  },
  log_pattern_refused: {
    code: 18171,
    status: 400,
    sentence: "This is no regular expression that a log can be searched for",
    cause: "It is not well formed, or uses what RE2 does not know, such as backreferences and lookarounds.",
    remedy: "Correct it, or search for the text as it is.",
  },
} as const satisfies ErrorEntries;

import type { ErrorEntries } from "#shared/contract/error-entry.ts";

export const logErrors = {
  log_not_found: {
    code: 18170,
    status: 404,
    sentence: "Log file not found",
    cause: "The name is mistyped, the file was deleted or renamed, or it isn't a log.",
    remedy: "Use a name exactly as it appears in the list of logs.",
  },
  log_pattern_refused: {
    code: 18171,
    status: 400,
    sentence: "Invalid regular expression",
    cause: "It is malformed, or uses features that RE2 doesn't have, such as backreferences and lookarounds.",
    remedy: "Correct it, or search for plain text.",
  },
} as const satisfies ErrorEntries;

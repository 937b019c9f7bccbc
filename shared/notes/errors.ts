import type { ErrorEntries } from "#shared/contract/error-entry.ts";

/** Errors of notes. */
export const noteErrors = {
  note_not_found: {
    code: 18180,
    status: 404,
    sentence: "This file has no note",
    cause: "None was written, or it was deleted.",
    remedy: "List the notes that there are, or write one.",
  },
  note_changed: {
    code: 18181,
    status: 412,
    sentence: "The note was changed since it was read",
    cause: "The `version` is not the note's newest, which the answer names; 0 when there is no note.",
    remedy: "Read the note again, and repeat the change if it is still wanted.",
  },
  note_too_large: {
    code: 18182,
    status: 413,
    sentence: "The note is too large",
    cause: "Its document takes more bytes than the answer's `largestBytes`.",
    remedy: "Shorten it, or keep long texts elsewhere and link to them.",
  },
} as const satisfies ErrorEntries;

import type { ErrorEntries } from "#shared/contract/error-entry.ts";

/** Errors of notes. */
export const noteErrors = {
  note_not_found: {
    code: 18180,
    status: 404,
    sentence: "This file has no note",
    cause: "No one wrote one, or it was deleted.",
    remedy: "List the notes, or write one.",
  },
  note_changed: {
    code: 18181,
    status: 412,
    sentence: "The note changed since you read it",
    cause: "The `version` isn't the latest one, which the message names. It is 0 if there is no note.",
    remedy: "Read the note again, then repeat the change if you still want it.",
  },
  note_too_large: {
    code: 18182,
    status: 413,
    sentence: "The note is too large",
    cause: "It exceeds `largestBytes` of the response.",
    remedy: "Shorten it, or store long texts elsewhere and link to them.",
  },
  note_exists: {
    code: 18500,
    status: 409,
    sentence: "The other file has a note",
    cause: "A note is only moved to a file without one, so that none is lost.",
    remedy: "Delete the other note first, or keep both.",
  },
} as const satisfies ErrorEntries;

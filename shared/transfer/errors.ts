import type { ErrorEntries } from "#shared/contract/error-entry.ts";

/** Errors of transferred configurations. */
export const transferErrors = {
  transfer_file_invalid: {
    code: 19600,
    status: 400,
    sentence: "This is no file of an exported configuration, or it is not whole",
    cause: "Another file was taken, or its text was cut off or changed on the way.",
    remedy: "Take the file as the export has answered it, to the last character.",
  },
  transfer_file_newer: {
    code: 19601,
    status: 409,
    sentence:
      "This file was made by a newer version of Latchkey, which writes it in a form that this one does not read",
    cause: "The service that exported it has been updated further than this one.",
    remedy: "Update this service, then import the file.",
  },
  transfer_not_opened: {
    code: 19602,
    status: 400,
    sentence: "The passphrase does not open this file",
    cause: "It is mistyped, or the file was changed since it was made.",
    remedy: "Enter the passphrase that was chosen for the export.",
  },
  transfer_moved_on: {
    code: 19603,
    status: 412,
    sentence: "Things have changed here since the preview, and nothing was imported",
    cause: "What the file is about was changed, added or deleted meanwhile.",
    remedy: "Ask for the preview again and look at it.",
  },
  transfer_too_large: {
    code: 19604,
    status: 413,
    sentence: "The configuration does not fit into one file",
    cause: "A file holds about one megabyte, compressed and sealed.",
    remedy: "Export its parts one by one.",
  },
  transfer_target_away: {
    code: 19605,
    status: 502,
    sentence: "The other service did not answer",
    cause: "Its address is mistyped, it is away, or this service may not call it.",
    remedy: "Check the address. One in a private network has to be listed in `CALLOUT_NETWORKS`.",
  },
  transfer_target_refused: {
    code: 19606,
    status: 409,
    sentence: "The other service refused the configuration",
    cause: "The answer has what it said: mostly that its Admin API Key is wrong, or that it is older than this one.",
    remedy: "Correct that there or in the call, and send the call again.",
  },
} as const satisfies ErrorEntries;

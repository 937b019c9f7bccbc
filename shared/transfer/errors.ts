import type { ErrorEntries } from "#shared/contract/error-entry.ts";

export const transferErrors = {
  transfer_file_invalid: {
    code: 19600,
    status: 400,
    sentence: "Invalid or incomplete configuration file",
    cause: "It is another kind of file, or its text was cut off or changed.",
    remedy: "Use the file exactly as the export returned it.",
  },
  transfer_file_newer: {
    code: 19601,
    status: 409,
    sentence: "This file was exported by a newer version of Latchkey, in a format that this version can't read",
    cause: "The service that exported it is newer than this one.",
    remedy: "Update this service, then import the file.",
  },
  transfer_not_opened: {
    code: 19602,
    status: 400,
    sentence: "Wrong passphrase for this file",
    cause: "It is mistyped, or the file was changed since the export.",
    remedy: "Enter the passphrase of the export.",
  },
  transfer_moved_on: {
    code: 19603,
    status: 412,
    sentence: "The configuration here changed since the preview. Nothing was imported",
    cause: "An entry in the file was changed, added or deleted here.",
    remedy: "Run the preview again and check it.",
  },
  transfer_too_large: {
    code: 19604,
    status: 413,
    sentence: "The configuration is too large for one file",
    cause: "A file can hold 10,000 entries and 5 MB, and up to one megabyte once compressed and encrypted.",
    remedy: "Export the parts one by one.",
  },
  transfer_target_away: {
    code: 19605,
    status: 502,
    sentence: "The other service didn't respond",
    cause: "Its address is mistyped, it is down, or Latchkey isn't allowed to call it.",
    remedy:
      "Check the address. It must start with https, unless `CALLOUT_NETWORKS` lists its network. A private network must be listed there too.",
  },
  transfer_target_refused: {
    code: 19606,
    status: 409,
    sentence: "The other service rejected the configuration",
    cause: "The message has its answer. Usually its Admin API key is wrong, or it is older than this service.",
    remedy: "Correct it there or in the request, and try again.",
  },
  otto_not_read: {
    code: 19607,
    status: 409,
    sentence: "The old server can't be read",
    cause: "The address isn't the one of an OttoFMS, or the Admin API key is wrong.",
    remedy: "Use an address such as https://fms.example.com/otto, and an Admin API key that was created there.",
  },
} as const satisfies ErrorEntries;

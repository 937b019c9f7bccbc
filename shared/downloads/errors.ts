import type { ErrorEntries } from "#shared/contract/error-entry.ts";

/** Errors of downloads. */
export const downloadErrors = {
  download_not_found: {
    code: 18233,
    status: 404,
    sentence: "This download link does not work",
    cause: "It has expired, was mistyped or withdrawn, or the key that made it was deleted.",
    remedy: "Make another link.",
  },
  download_not_ready: {
    code: 18234,
    status: 503,
    sentence: "The download is still being made",
    cause: "Copying a large file takes its time. The answer's `processId` says which process to follow.",
    remedy: "Call again as the Retry-After header says, in seconds: what is made already is not made again.",
  },
  download_failed: {
    code: 18235,
    status: 409,
    sentence: "The download could not be made",
    cause:
      "The file was deleted or is of another state by now, an account for it is missing, or a tool has refused it.",
    remedy: "Fix what the answer names, then ask again. The log of the process says more.",
  },
} as const satisfies ErrorEntries;

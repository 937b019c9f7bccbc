import type { ErrorEntries } from "#shared/contract/error-entry.ts";

export const downloadErrors = {
  download_not_found: {
    code: 18233,
    status: 404,
    sentence: "This download link isn't valid or has expired",
    cause: "It expired, is mistyped or was revoked, or the key that created it was deleted.",
    remedy: "Create another link.",
  },
  download_not_ready: {
    code: 18234,
    status: 503,
    sentence: "The download is still being prepared",
    cause: "Copying a large file takes time. Follow the process in `processId`.",
    remedy: "Try again after the number of seconds in the Retry-After header. Finished work isn't repeated.",
  },
  download_failed: {
    code: 18235,
    status: 409,
    sentence: "The download couldn't be prepared",
    cause: "The file was deleted or changed its state, an account is missing, or a tool failed.",
    remedy: "Fix what the message names, then try again. The log of the process has more.",
  },
} as const satisfies ErrorEntries;

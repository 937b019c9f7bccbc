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
    cause:
      "Copying a large file takes time, and on AWS bringing it from the host too. If the answer has a `processId`, follow that process.",
    remedy:
      "Try again after the number of seconds in the Retry-After header, as `curl --retry 1000` does. Finished work isn't repeated.",
  },
  download_failed: {
    code: 18235,
    status: 409,
    sentence: "The download couldn't be prepared",
    cause: "The file was deleted or its state changed, an account is missing, or a tool failed.",
    remedy: "Fix the problem that the message describes, then try again. The process log has details.",
  },
} as const satisfies ErrorEntries;

import type { ErrorEntries } from "#shared/contract/error-entry.ts";

/** Errors of the server's parts and scripts. */
export const serverErrors = {
  service_not_here: {
    code: 18190,
    status: 409,
    sentence: "This FileMaker Server has no such part to start or stop",
    cause: "The part is not installed, or its release or platform does not have it.",
    remedy: "Look which parts this release has on this platform.",
  },
  account_needed: {
    code: 18191,
    status: 409,
    sentence: "This is done by fmsadmin, which takes an account with its password",
    cause:
      "The call came with a token of the Admin API, or with a file's account alone, and no Admin API Key is stored whose account could be used.",
    remedy: "Call with an Admin API Key or as an Admin Console account.",
  },
  schedule_lost: {
    code: 18192,
    status: 409,
    sentence: "The schedule that runs the script is gone",
    cause: "It was deleted while the script ran, which ends the script.",
    remedy: "Look in the file how far the script came before you run it again.",
  },
} as const satisfies ErrorEntries;

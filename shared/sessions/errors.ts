import type { ErrorEntries } from "#shared/contract/error-entry.ts";

/** Errors of sessions and of the sign-in of command-line programs. */
export const sessionErrors = {
  session_not_found: {
    code: 18071,
    status: 404,
    sentence: "Session not found",
    cause: "It ended, it belongs to another account, or the request doesn't use a session.",
    remedy: "List the sessions.",
  },
  cli_sign_in_pending: {
    code: 18072,
    status: 404,
    sentence: "This command-line sign-in isn't approved yet",
    cause: "The sign-in page isn't open, the user hasn't decided yet, or the token was already collected.",
    remedy: "Ask again every half second, for up to three minutes. Then start again with another hash.",
  },
  cli_sign_in_gone: {
    code: 18073,
    status: 409,
    sentence: "This command-line sign-in can't be approved anymore",
    cause: "It took too long, was already answered, or a program other than the one shown is asking now.",
    remedy: "Start the sign-in of the command-line program again.",
  },
  account_missing: {
    code: 18600,
    status: 409,
    sentence: "Store an Admin API key first: this action needs a FileMaker Server account",
    cause:
      "You signed in with a one-time code, or FileMaker Server limits your account, and no Admin API key with a usable account is stored.",
    remedy: "Create an Admin API key with an account that isn't limited, or sign in with one.",
  },
  person_not_found: {
    code: 18601,
    status: 404,
    sentence: "This account has no role",
    cause: "The name is mistyped, or the role was already removed.",
    remedy: "List the people.",
  },
} as const satisfies ErrorEntries;

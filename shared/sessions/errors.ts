import type { ErrorEntries } from "#shared/contract/error-entry.ts";

/** Errors of sessions and of the sign-in of command-line programs. */
export const sessionErrors = {
  session_not_found: {
    code: 18071,
    status: 404,
    sentence: "There is no such session",
    cause: "It is over, it belongs to another account, or the call was not made with a session.",
    remedy: "List the sessions to see which there are.",
  },
  hand_over_pending: {
    code: 18072,
    status: 404,
    sentence: "Nobody has allowed this command-line sign-in yet",
    cause: "The sign-in page is not open, or the user has not decided there, or the token was collected already.",
    remedy: "Ask again in half a second, for three minutes at most. Then begin again with another hash.",
  },
  hand_over_gone: {
    code: 18073,
    status: 409,
    sentence: "This command-line sign-in cannot be allowed any more",
    cause: "It took too long, was answered before, or another program asks now than the one that was shown.",
    remedy: "Start the sign-in of the command-line program again.",
  },
  account_missing: {
    code: 18600,
    status: 409,
    sentence: "FileMaker Server has to be asked with an account, and this caller has none for it",
    cause:
      "A one-time code opened the session, or FileMaker Server limits the account, and no Admin API Key is stored whose account could be used.",
    remedy:
      "Create an Admin API Key with an account that is not limited, or sign in with one once FileMaker Server answers.",
  },
  person_not_found: {
    code: 18601,
    status: 404,
    sentence: "This person was given no role",
    cause: "The name is mistyped, or the role was taken already.",
    remedy: "List the people.",
  },
} as const satisfies ErrorEntries;

import type { ErrorEntries } from "#shared/contract/error-entry.ts";

/** Errors of sign-ins of AI clients. Refusals of the protocol itself are OAuth's own. */
export const oauthErrors = {
  grant_not_found: {
    code: 19800,
    status: 404,
    sentence: "There is no such grant",
    cause: "It was revoked, or it is over because its client did not come back in time.",
    remedy: "List the grants with `GET /svc/api/oauth/grants`.",
  },
  sign_in_gone: {
    code: 19801,
    status: 400,
    sentence: "This sign-in is over, or it was begun in another browser",
    cause: "A sign-in page is good for ten minutes, for one answer, and for the browser that it was opened in.",
    remedy: "Connect again from the program that wants to sign in.",
  },
} as const satisfies ErrorEntries;

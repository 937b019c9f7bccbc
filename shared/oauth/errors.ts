import type { ErrorEntries } from "#shared/contract/error-entry.ts";

/** Errors of sign-ins of AI clients. Refusals of the protocol itself are OAuth's own. */
export const oauthErrors = {
  grant_not_found: {
    code: 19800,
    status: 404,
    sentence: "Grant not found",
    cause: "It was revoked, or it expired because its client didn't come back in time.",
    remedy: "List the grants with `GET /svc/api/oauth/grants`.",
  },
  sign_in_gone: {
    code: 19801,
    status: 400,
    sentence: "This sign-in expired, or it was started in another browser",
    cause: "A sign-in page is valid for ten minutes, for one answer, and in the browser that opened it.",
    remedy: "Connect again from the program that wants to sign in.",
  },
} as const satisfies ErrorEntries;

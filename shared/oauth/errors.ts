import type { ErrorEntries } from "#shared/contract/error-entry.ts";

/** Errors of sign-ins of AI clients. Errors of the protocol itself are OAuth's own. */
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
  client_registrations_exceeded: {
    code: 19802,
    status: 429,
    sentence: "Too many client registrations from this network",
    cause: "An IPv4 address or an IPv6 /64 network can register 60 AI clients in an hour.",
    remedy: "Wait as long as the Retry-After header says, in seconds, or reuse a client that is registered.",
  },
  client_lookups_exceeded: {
    code: 19803,
    status: 429,
    sentence: "Too many lookups of client metadata from this network",
    cause: "An IPv4 address or an IPv6 /64 network can cause 60 lookups of client metadata documents in an hour.",
    remedy: "Wait as long as the Retry-After header says, in seconds.",
  },
} as const satisfies ErrorEntries;

import type { ErrorEntries } from "#shared/contract/error-entry.ts";

/** Errors of the identity provider. */
export const identityErrors = {
  identity_credentials_refused: {
    code: 19550,
    status: 409,
    sentence: "The identity provider did not accept these credentials, and nothing was saved",
    cause:
      "The key was deleted, the administrator's address is wrong, the Admin SDK API is switched off in the project, or domain-wide delegation lacks the scope. The answer says what the provider said.",
    remedy:
      "Correct it at the provider and send the call again. A new delegation may take a day to be known everywhere.",
  },
  identity_provider_away: {
    code: 19551,
    status: 502,
    sentence: "The identity provider did not answer",
    cause: "It is away, or this service cannot reach it.",
    remedy:
      "Look whether this machine reaches oauth2.googleapis.com and admin.googleapis.com, and send the call again.",
  },
} as const satisfies ErrorEntries;

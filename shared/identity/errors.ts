import type { ErrorEntries } from "#shared/contract/error-entry.ts";

/** Errors of the identity provider. */
export const identityErrors = {
  identity_credentials_refused: {
    code: 19550,
    status: 409,
    sentence: "The identity provider rejected these credentials. Nothing was saved",
    cause:
      "The key was deleted, the administrator's address is wrong, the Admin SDK API is disabled in the project, or domain-wide delegation lacks the scope. The message has the provider's answer.",
    remedy: "Correct it at the provider, and try again. A new delegation can take a day to apply everywhere.",
  },
  identity_provider_away: {
    code: 19551,
    status: 502,
    sentence: "The identity provider didn't respond",
    cause: "It is down, or Latchkey can't reach it.",
    remedy: "Check that this machine can reach oauth2.googleapis.com and admin.googleapis.com, and try again.",
  },
} as const satisfies ErrorEntries;

import type { ErrorEntries } from "#shared/contract/error-entry.ts";

/** Errors of the settings and of addresses that the service is to call. */
export const systemErrors = {
  settings_changed: {
    code: 18063,
    status: 412,
    sentence: "The settings were changed since they were read",
    cause: "The `version` in the body is not the settings' newest.",
    remedy: "Read the settings again, and repeat the change if it is still wanted.",
  },
} as const satisfies ErrorEntries;

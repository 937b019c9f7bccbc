import type { ErrorEntries } from "#shared/contract/error-entry.ts";

/** Errors of the settings, of the application log, and of URLs for the service to call. */
export const systemErrors = {
  settings_changed: {
    code: 18063,
    status: 412,
    sentence: "The settings changed since you read them",
    cause: "The `version` in the body isn't the latest one.",
    remedy: "Read the settings again, then repeat the change if you still want it.",
  },
  app_log_token_refused: {
    code: 18625,
    status: 401,
    sentence: "Invalid application log token",
    cause: "The token was replaced, or none was ever created.",
    remedy:
      "Copy the token from the settings. `PATCH /svc/api/settings` with `appLogToken` `regenerate` creates a new one.",
  },
  caller_left_out: {
    code: 18626,
    status: 400,
    sentence: "This list would lock you out. Add your own address",
    cause: "The list of networks doesn't include your address, which the message names.",
    remedy:
      "Add the address or its network, or set the list from the machine that runs Latchkey. If the address belongs to a reverse proxy, add the proxy to `TRUSTED_PROXIES` first.",
  },
} as const satisfies ErrorEntries;

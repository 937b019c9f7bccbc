import type { ErrorEntries } from "#shared/contract/error-entry.ts";

/** Errors of the settings, of the application log and of addresses that the service is to call. */
export const systemErrors = {
  settings_changed: {
    code: 18063,
    status: 412,
    sentence: "The settings were changed since they were read",
    cause: "The `version` in the body is not the settings' newest.",
    remedy: "Read the settings again, and repeat the change if it is still wanted.",
  },
  app_log_token_refused: {
    code: 18625,
    status: 401,
    sentence: "The token is not the application log's",
    cause: "Another token has taken its place, or none was ever made.",
    remedy:
      "Copy the token from the settings. `PATCH /svc/api/settings` with `appLogToken` `regenerate` makes a new one.",
  },
  caller_left_out: {
    code: 18626,
    status: 400,
    sentence: "The list of networks leaves out the address that this call comes from",
    cause: "It would have kept its own author out. The text names the address, as the service sees it.",
    remedy:
      "Add the address or its network to the list, or set the list from the service's own machine. Where the address is a reverse proxy's, name the proxy in `TRUSTED_PROXIES` first.",
  },
} as const satisfies ErrorEntries;

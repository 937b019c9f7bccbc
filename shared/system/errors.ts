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
  address_refused: {
    code: 18064,
    status: 400,
    sentence: "The service does not call this address",
    cause:
      "It is within a private network that `CALLOUT_NETWORKS` does not list, this machine's own or a cloud's metadata address, its port is not one of those that are called, or `PREVENT_DAPI_CALLOUT` is on.",
    remedy: "Use the server's public https address, or list its network in `CALLOUT_NETWORKS`.",
  },
} as const satisfies ErrorEntries;

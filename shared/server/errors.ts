import type { ErrorEntries } from "#shared/contract/error-entry.ts";

/** Errors of the server's parts and scripts. */
export const serverErrors = {
  service_not_here: {
    code: 18190,
    status: 409,
    sentence: "This FileMaker Server doesn't have this component",
    cause: "It isn't installed, or this version or platform doesn't have it.",
    remedy: "Check which components this version has on this platform.",
  },
  account_needed: {
    code: 18191,
    status: 409,
    sentence: "This operation uses fmsadmin, which needs an account and password",
    cause:
      "The request has an Admin API token or only a file's account, and no Admin API key with a usable account is stored.",
    remedy: "Call with an Admin API key or as an Admin Console account.",
  },
  schedule_lost: {
    code: 18192,
    status: 409,
    sentence: "The schedule that runs the script was deleted",
    cause: "It was deleted while the script was running, which ends the script.",
    remedy: "Check in the file how far the script got before you run it again.",
  },
  plugin_not_found: {
    code: 18575,
    status: 404,
    sentence: "FileMaker Server doesn't list this plug-in",
    cause: "It isn't installed, its name is mistyped, or the script engine hasn't loaded it since its installation.",
    remedy: "List the plug-ins. If it was just installed, restart its engine.",
  },
  plugins_not_managed: {
    code: 18576,
    status: 409,
    sentence: "This FileMaker Server's Admin API doesn't manage plug-ins",
    cause: "Its version is too old.",
    remedy: "Enable plug-ins in the Admin Console, under Connectors > Plug-ins.",
  },
} as const satisfies ErrorEntries;

import type { ErrorEntries } from "#shared/contract/error-entry.ts";

/** Errors of the MCP endpoints, including that of administrators. */
export const mcpErrors = {
  mcp_host_refused: {
    code: 19750,
    status: 403,
    sentence: "Unexpected host name",
    cause:
      "The Host header is neither the one in BASE_URL nor this machine's. A malicious web page could have pointed its own host name at this service (DNS rebinding).",
    remedy: "Use the address in BASE_URL, or set BASE_URL to the name that clients use.",
  },
  mcp_origin_refused: {
    code: 19751,
    status: 403,
    sentence: "Pages of this origin can't call this service",
    cause: "The Origin header is neither the service's own origin nor listed in CORS_ORIGINS.",
    remedy: "Add the origin to CORS_ORIGINS. Programs other than browsers send no Origin.",
  },
  admin_mcp_off: {
    code: 19752,
    status: 403,
    sentence: "The MCP endpoint for administrators is disabled",
    cause: "An administrator disabled it in the settings.",
    remedy: "Enable it under MCP Servers in the console, or with PATCH /svc/api/admin-mcp.",
  },
  admin_mcp_key_missing: {
    code: 19753,
    status: 401,
    sentence: "Missing or unknown Admin API key. Send `Authorization: Bearer ak_…`",
    cause:
      "The MCP endpoint for administrators accepts only Admin API keys as bearer tokens. No key was sent, or it is unknown, deleted, expired or mistyped.",
    remedy: "Create an Admin API key in the console, and enter it in the client as a bearer token.",
  },
  admin_mcp_credential_refused: {
    code: 19754,
    status: 401,
    sentence: "Sign in with an Admin Console account (OAuth), or send an Admin API key as `Authorization: Bearer ak_…`",
    cause:
      "The call of the MCP endpoint for administrators has no credential, or one that is unknown, expired, revoked or mistyped.",
    remedy: "Connect again from the client and sign in, or create an Admin API key in the console.",
  },
} as const satisfies ErrorEntries;

import type { ErrorEntries } from "#shared/contract/error-entry.ts";

/** Errors of the endpoints for AI clients, and of the one for administrators. */
export const mcpErrors = {
  mcp_host_refused: {
    code: 19750,
    status: 403,
    sentence: "The service is not called by this name here",
    cause:
      "The header Host names a server that is neither the one of BASE_URL nor this machine: a web page may have had its own name point here.",
    remedy: "Call the address of BASE_URL; or set BASE_URL to the name that clients use.",
  },
  mcp_origin_refused: {
    code: 19751,
    status: 403,
    sentence: "Pages of this origin may not call here",
    cause: "The header Origin names a web page's origin that is neither the service's own nor listed in CORS_ORIGINS.",
    remedy: "List the origin in CORS_ORIGINS. Programs other than browsers send no Origin.",
  },
  admin_mcp_off: {
    code: 19752,
    status: 403,
    sentence: "The MCP endpoint for administrators is switched off",
    cause: "An administrator has switched it off in the settings.",
    remedy: "Switch it on under MCP Servers in the console, or by PATCH /svc/api/admin-mcp.",
  },
} as const satisfies ErrorEntries;

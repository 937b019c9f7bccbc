import type { ErrorEntries } from "#shared/contract/error-entry.ts";

/** Errors of MCP servers and their tools. */
export const mcpServerErrors = {
  mcp_server_not_found: {
    code: 19700,
    status: 404,
    sentence: "MCP server not found",
    cause: "The slug is wrong, or the server was deleted or disabled.",
    remedy: "List the servers with `GET /svc/api/mcp-servers`.",
  },
  mcp_server_exists: {
    code: 19701,
    status: 409,
    sentence: "An MCP server with this slug already exists",
    cause: "The slug is the last part of a server's address. Case doesn't matter.",
    remedy: "Choose another slug, or change the existing server.",
  },
  mcp_tool_not_found: {
    code: 19702,
    status: 404,
    sentence: "Tool not found in this MCP server",
    cause: "The ID is wrong, the tool was deleted, or it belongs to another server.",
    remedy: "List the tools with `GET /svc/api/mcp-servers/{mcp_server_slug}/tools`.",
  },
  mcp_tool_exists: {
    code: 19703,
    status: 409,
    sentence: "Another tool of this MCP server has this name",
    cause: "Clients identify a tool by its MCP name. The names of the record tools are reserved too.",
    remedy: "Give one of them another `mcp_name`.",
  },
  mcp_script_not_callable: {
    code: 19705,
    status: 400,
    sentence: "OData can't call a script with this name",
    cause: "FileMaker Server can't run a script over OData if its name contains @, & or /, or starts with a digit.",
    remedy: "Rename the script in the file, or call it from another script.",
  },
  mcp_server_too_large: {
    code: 19706,
    status: 413,
    sentence: "The MCP server would be too large",
    cause: "A server with its tools can have up to 100 tools and 300,000 bytes.",
    remedy: "Shorten descriptions, or create a second server for the same file.",
  },
  mcp_credential_refused: {
    code: 19707,
    status: 401,
    sentence: "Invalid credential for this MCP server",
    cause:
      "The key, account or token is wrong, or none was sent. Admin API keys and FileMaker session tokens don't work here.",
    remedy: "Send a Data API key with OData as bearer, or sign in with an account of the file.",
  },
  mcp_account_refused: {
    code: 19708,
    status: 400,
    sentence: "This account can't open the MCP server's file",
    cause: "The account or its password is wrong, or it lacks the `fmodata` extended privilege.",
    remedy: "Correct the account, or use a Data API key for the file.",
  },
  mcp_scope_insufficient: {
    code: 19709,
    status: 403,
    sentence: "Your sign-in doesn't allow this tool",
    cause: "The tool changes data, and the user who signed in allowed reading only.",
    remedy: "Sign in again, and allow changes.",
  },
  mcp_tables_missing: {
    code: 19711,
    status: 400,
    sentence: "Record tools need at least one table",
    cause: "`data_tools` is `read` or `read-write`, and `allowed_tables` is empty.",
    remedy: "List table occurrences in `allowed_tables`, or set `data_tools` to `off`.",
  },
  mcp_calls_prevented: {
    code: 19712,
    status: 409,
    sentence: "PREVENT_DAPI_CALLOUT is set, so this service doesn't call FileMaker Server for MCP servers",
    cause: "`PREVENT_DAPI_CALLOUT` blocks calls for clients of MCP servers and for tests of them.",
    remedy: "Run MCP servers on another service, or restart this one without `PREVENT_DAPI_CALLOUT`.",
  },
} as const satisfies ErrorEntries;

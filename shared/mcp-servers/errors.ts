import type { ErrorEntries } from "#shared/contract/error-entry.ts";

/** Errors of MCP servers and their tools. */
export const mcpServerErrors = {
  mcp_server_not_found: {
    code: 19700,
    status: 404,
    sentence: "There is no MCP server with this slug",
    cause: "The slug is wrong, the server was deleted, or it is switched off.",
    remedy: "List the servers with `GET /svc/api/mcp-servers`.",
  },
  mcp_server_exists: {
    code: 19701,
    status: 409,
    sentence: "An MCP server has this slug already",
    cause: "A slug is the end of a server's address. Upper and lower case do not make two of it.",
    remedy: "Take another slug, or change that server.",
  },
  mcp_tool_not_found: {
    code: 19702,
    status: 404,
    sentence: "This MCP server has no tool with this id",
    cause: "The id is wrong, the tool was deleted, or it belongs to another server.",
    remedy: "List the tools with `GET /svc/api/mcp-servers/{mcp_server_slug}/tools`.",
  },
  mcp_tool_exists: {
    code: 19703,
    status: 409,
    sentence: "Another tool of this MCP server has this name",
    cause: "Clients know a tool by its MCP name. The names of the tools for records are taken as well.",
    remedy: "Give one of the two another `mcp_name`.",
  },
  mcp_tool_not_described: {
    code: 19704,
    status: 400,
    sentence: "A tool that is switched on needs a description of at least 20 characters",
    cause: "The description is all by which a model decides when to call a tool.",
    remedy: "Say in a sentence what the script does, and when it is to be called.",
  },
  mcp_script_not_callable: {
    code: 19705,
    status: 400,
    sentence: "OData cannot call a script with this name",
    cause: "FileMaker Server runs no script over OData whose name holds @, & or /, or begins with a digit.",
    remedy: "Rename the script in the file, or call it from another script whose name has none of that.",
  },
  mcp_server_too_large: {
    code: 19706,
    status: 413,
    sentence: "The MCP server would be too large",
    cause: "A server with all its tools is kept as one item, of at most 100 tools and 300,000 bytes.",
    remedy: "Shorten descriptions, or make a second server for the same file.",
  },
  mcp_credential_refused: {
    code: 19707,
    status: 401,
    sentence: "This MCP server takes no such credential",
    cause:
      "The key, the account or the token is wrong, or none was sent. Admin API Keys and session tokens of FileMaker are not taken here.",
    remedy: "Send a Data API Key with OData as bearer, or sign in with an account of the file.",
  },
  mcp_account_refused: {
    code: 19708,
    status: 400,
    sentence: "This account does not open the file of the MCP server",
    cause: "The account or its password is wrong, or it has no `fmodata` extended privilege.",
    remedy: "Correct the account, or take a Data API Key for the file.",
  },
  mcp_scope_insufficient: {
    code: 19709,
    status: 403,
    sentence: "The sign-in does not allow this tool",
    cause: "The tool changes something, and the person who signed in has allowed reading only.",
    remedy: "Sign in again, and allow changes.",
  },
  mcp_tables_missing: {
    code: 19711,
    status: 400,
    sentence: "Tools for records need at least one table",
    cause: "`data_tools` is `read` or `read-write`, and `allowed_tables` is empty: the tools would know no table.",
    remedy: "Name the occurrences of tables in `allowed_tables`, or leave `data_tools` at `off`.",
  },
  mcp_calls_prevented: {
    code: 19712,
    status: 409,
    sentence: "This service makes no calls to FileMaker Server for MCP servers: PREVENT_DAPI_CALLOUT is set",
    cause:
      "`PREVENT_DAPI_CALLOUT` keeps the service from calling FileMaker Server for clients of MCP servers, and for trials of them.",
    remedy: "Leave MCP servers to a service that may call, or start this one without `PREVENT_DAPI_CALLOUT`.",
  },
} as const satisfies ErrorEntries;

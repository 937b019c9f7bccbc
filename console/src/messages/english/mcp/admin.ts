import { plural } from "../../plural.ts";

/** The MCP endpoint for administrators. */
export const adminMcpMessages = {
  title: "AI clients for administrators",
  text: "Settings for all assistants that manage this server.",
  active: "Enabled",
  readOnly: "Allow only tools that change nothing",
  signIn: "Let people sign in with an Admin Console account",
  signInText: "For AI clients on the web, which take no key. If you turn this off, all sign-ins end.",
  toolsets: "Tool groups",
  toolset: {
    server: "Server",
    files: "Files",
    processes: "Tasks",
    logs: "Logs",
    deployments: "Deployments",
    file_operations: "File operations",
    backups: "Backups",
    webhooks: "Webhooks",
    keys: "Keys",
    mcp_config: "MCP servers",
  },
  isDefault: "On by default",
  asked: "Only on request",
  saved: "Saved",
  save: "Save changes",
  preview: {
    title: "Tools of a client",
    text: "Based on the saved settings.",
    which: "Groups requested by the client",
    usual: "Default",
    all: "All groups",
    size: (tools: number, tokens: number) =>
      `${plural(tools, "tool", "tools")}, about ${tokens.toLocaleString()} tokens`,
    none: "No tools.",
    destructive: "Asks first",
    readOnly: "Read only",
  },
} as const;

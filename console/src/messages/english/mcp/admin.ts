import { plural } from "../../plural.ts";

/** The MCP endpoint for administrators. */
export const adminMcpMessages = {
  title: "AI clients for administrators",
  text: "Assistants that look after this server with an Admin API key. These settings are what any of them may have at most.",
  active: "The endpoint takes calls",
  readOnly: "Only tools that change nothing",
  toolsets: "Groups of tools",
  toolset: {
    server: "Server",
    files: "Files",
    processes: "Processes",
    logs: "Logs",
    deployments: "Deployments",
    file_operations: "File operations",
    backups: "Backups",
    webhooks: "Webhooks",
    keys: "Keys",
    mcp_config: "MCP servers",
  },
  isDefault: "What a client gets that asks for nothing",
  asked: "A client has to ask for it",
  saved: "Saved",
  save: "Save changes",
  preview: {
    title: "What a client gets",
    text: "With the settings that are saved.",
    which: "The client asks for",
    usual: "Nothing",
    all: "All groups",
    size: (tools: number, tokens: number) =>
      `${plural(tools, "tool", "tools")}, about ${tokens.toLocaleString()} tokens`,
    none: "It gets no tools.",
    destructive: "Asks first",
    readOnly: "Only reads",
  },
} as const;

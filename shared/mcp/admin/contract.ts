import * as z from "zod";
import { resource } from "#shared/contract/operation.ts";
import { Timestamp } from "#shared/contract/scalars.ts";

/** Toolsets, in the order in which they are listed. */
export const toolsets = [
  "server",
  "files",
  "processes",
  "logs",
  "deployments",
  "file_operations",
  "backups",
  "webhooks",
  "keys",
  "mcp_config",
] as const;

export const Toolset = z.enum(toolsets).describe("A toolset.");
export type Toolset = z.infer<typeof Toolset>;

/** Content of the toolsets, in the words of a user. */
export const toolsetTexts: Readonly<Record<Toolset, string>> = {
  server: "state of the server, connected clients, messages to them, disconnecting them",
  files: "list, open and close files, notes, download links",
  processes: "follow and cancel long operations",
  logs: "read and clear logs",
  deployments: "builds and deployments",
  file_operations: "check and repair files",
  backups: "back up, schedules, offsite backups, restore",
  webhooks: "create webhooks, which receive events for files",
  keys: "create API keys for programs, find out why their calls fail",
  mcp_config: "create MCP servers and tools for files",
};

/** Default toolsets for requests that don't name any. The settings can exclude some of them. */
export const defaultToolsets: readonly Toolset[] = ["server", "files", "processes", "logs", "deployments"];

/** Settings that limit all requests. */
const AdminMcpSettings = z.object({
  isActive: z.boolean().describe("True if the endpoint accepts calls."),
  toolsets: z.array(Toolset).max(toolsets.length).describe("Toolsets that a request can use."),
  readOnly: z.boolean().describe("True if requests only get tools that change nothing."),
  oauthEnabled: z
    .boolean()
    .describe("True if people can sign in with an Admin Console account. False ends all sign-ins. Default: false."),
});

/** Settings of the endpoint as returned. */
const AdminMcp = AdminMcpSettings.extend({
  url: z.string().describe("The endpoint's address."),
  updatedAt: Timestamp.nullable().describe("Time of the last change; null if all settings have their defaults."),
});

/** Tool in the preview. */
const ListedTool = z.object({
  name: z.string().describe("Name that clients use to call the tool."),
  title: z.string().describe("Title shown to people."),
  toolset: Toolset,
  description: z.string().describe("Description for the model: what the tool does and when to call it."),
  readOnly: z.boolean().describe("True if the tool changes nothing."),
  destructive: z
    .boolean()
    .describe("True if the tool closes, overwrites, deletes or disconnects. The user is asked first."),
});

const narrowing = {
  toolsets: z.string().max(300).optional().describe("Toolsets, separated by commas, as in the address."),
  readonly: z.enum(["true", "false"]).optional().describe("Only tools that change nothing, as in the address."),
};

/** MCP endpoint for administrators. */
export const adminMcp = resource({
  adminMcp: {
    method: "POST",
    path: "/svc/admin-mcp",
    summary: "Manage the server from an AI client (Model Context Protocol)",
    description:
      "Streamable HTTP without sessions, in the revisions 2025-03-26 to 2026-07-28. Send the Admin API key as bearer token, or sign in with an Admin Console account (OAuth 2.1) if the settings allow it. `toolsets` and `readonly` in the query, or the headers `X-Svc-Mcp-Toolsets` and " +
      "`X-Svc-Mcp-Readonly`, restrict the request further than the settings do.",
    access: "own",
    credential: "admin-key",
    input: z.object({}),
    output: z.unknown(),
    answers: "mcp",
    errors: [
      "admin_mcp_key_missing",
      "admin_mcp_credential_refused",
      "mcp_scope_insufficient",
      "administrator_limited",
      "wrong_kind_of_key",
      "admin_key_in_url",
      "credentials_repeated",
      "mcp_host_refused",
      "mcp_origin_refused",
      "admin_mcp_off",
      "body_too_large",
      "json_invalid",
      "content_type_unsupported",
    ],
  },

  getAdminMcp: {
    method: "GET",
    path: "/svc/api/admin-mcp",
    summary: "Get the settings of the MCP endpoint for administrators",
    access: "admin",
    input: z.object({}),
    output: AdminMcp,
    errors: [],
    example: {
      output: {
        isActive: true,
        toolsets: ["server", "files", "processes", "logs"],
        readOnly: true,
        oauthEnabled: false,
        url: "https://fms.example.com/svc/admin-mcp",
        updatedAt: "2026-11-20T09:15:02.114Z",
      },
    },
  },

  updateAdminMcp: {
    method: "PATCH",
    path: "/svc/api/admin-mcp",
    summary: "Update the settings of the MCP endpoint for administrators",
    description: "The settings limit all requests, starting with the next one.",
    access: "admin",
    input: AdminMcpSettings.partial(),
    output: AdminMcp,
    changes: () => "admin-mcp",
    errors: [],
    example: {
      input: { readOnly: true },
      output: {
        isActive: true,
        toolsets: ["server", "files", "processes", "logs"],
        readOnly: true,
        oauthEnabled: false,
        url: "https://fms.example.com/svc/admin-mcp",
        updatedAt: "2026-11-20T09:15:02.114Z",
      },
    },
  },

  previewAdminMcp: {
    method: "GET",
    path: "/svc/api/admin-mcp/tools",
    summary: "List the tools of a request to the MCP endpoint for administrators",
    access: "admin",
    input: z.object(narrowing),
    output: z.object({
      tools: z.array(ListedTool).describe("The tools of the request, in the order in which clients list them."),
      characters: z.int().describe("Total length of their definitions in characters."),
      tokens: z.int().describe("Approximate number of tokens: a quarter of the characters."),
    }),
    errors: [],
    example: {
      input: { toolsets: "files", readonly: "true" },
      output: {
        tools: [
          {
            name: "list_files",
            title: "List files",
            toolset: "files",
            description: "Lists the hosted files with state and number of clients.",
            readOnly: true,
            destructive: false,
          },
        ],
        characters: 910,
        tokens: 228,
      },
    },
  },
});

import * as z from "zod";
import { resource } from "#shared/contract/operation.ts";
import { Timestamp } from "#shared/contract/scalars.ts";
import { mcpRefusal } from "#shared/contract/values/mcp-refusal.ts";

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

export const Toolset = z.enum(toolsets).describe("A group of tools.");
export type Toolset = z.infer<typeof Toolset>;

/** Toolsets for requests that name none, as far as the settings allow them. */
export const defaultToolsets: readonly Toolset[] = ["server", "files", "processes", "logs", "deployments"];

/** Settings that limit all requests. */
const AdminMcpSettings = z.object({
  isActive: z.boolean().describe("Whether the endpoint takes calls."),
  toolsets: z.array(Toolset).max(toolsets.length).describe("The groups of tools that a request may have."),
  readOnly: z.boolean().describe("Whether requests get only tools that change nothing."),
});

/** Settings of the endpoint as returned. */
const AdminMcp = AdminMcpSettings.extend({
  url: z.string().describe("The endpoint's address."),
  updatedAt: Timestamp.nullable().describe("When a setting was changed last; null where all are as they came."),
});

/** Tool in the preview. */
const ListedTool = z.object({
  name: z.string().describe("What clients call it by."),
  title: z.string().describe("What people see of it."),
  toolset: Toolset,
  description: z.string().describe("What it does and when to call it, for the model."),
  readOnly: z.boolean().describe("Changes nothing."),
  destructive: z.boolean().describe("Closes, overwrites, deletes or disconnects: the user is asked before."),
});

const narrowing = {
  toolsets: z.string().max(300).optional().describe("Groups of tools, separated by commas, as in the address."),
  readonly: z.enum(["true", "false"]).optional().describe("Only tools that change nothing, as in the address."),
};

/** MCP endpoint for administrators. */
export const adminMcp = resource({
  adminMcp: {
    method: "POST",
    path: "/svc/admin-mcp",
    summary: "Manage the server from an AI client, by the Model Context Protocol",
    description:
      "Streamable HTTP without sessions, in the revisions 2025-03-26 to 2026-07-28. The Admin API Key comes as bearer. `toolsets` and `readonly` in the query, or the headers `X-Svc-Mcp-Toolsets` and " +
      "`X-Svc-Mcp-Readonly`, narrow what the settings allow.",
    access: "own",
    credential: "admin-key",
    input: z.object({}),
    output: z.unknown(),
    answers: "raw",
    streams: true,
    refusal: mcpRefusal,
    errors: [
      "unauthenticated",
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
    summary: "Read the settings of the MCP endpoint for administrators",
    access: "admin",
    input: z.object({}),
    output: AdminMcp,
    errors: [],
    example: {
      output: {
        isActive: true,
        toolsets: ["server", "files", "processes", "logs"],
        readOnly: true,
        url: "https://fms.example.com/svc/admin-mcp",
        updatedAt: "2026-11-20T09:15:02.114Z",
      },
    },
  },

  updateAdminMcp: {
    method: "PATCH",
    path: "/svc/api/admin-mcp",
    summary: "Change the settings of the MCP endpoint for administrators",
    description: "They are what requests may have at most, from the next request on.",
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
        url: "https://fms.example.com/svc/admin-mcp",
        updatedAt: "2026-11-20T09:15:02.114Z",
      },
    },
  },

  previewAdminMcp: {
    method: "GET",
    path: "/svc/api/admin-mcp/tools",
    summary: "List the tools that a request to the MCP endpoint for administrators gets",
    access: "admin",
    input: z.object(narrowing),
    output: z.object({
      tools: z.array(ListedTool).describe("The tools of the request, in the order in which clients list them."),
      characters: z.int().describe("How long their definitions are, all together."),
      tokens: z.int().describe("About as many tokens of a model: a quarter of the characters."),
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

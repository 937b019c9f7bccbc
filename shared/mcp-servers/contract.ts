import * as z from "zod";
import { resource } from "#shared/contract/operation.ts";
import { Id, Timestamp } from "#shared/contract/scalars.ts";
import { DatabaseName } from "#shared/contract/values/database-name.ts";
import { CallsPerMinute, Slug, serverFields } from "./definition/contract.ts";
import { cautiousAnnotations, McpTool, shortestDescription, toolFields } from "./tools/contract.ts";

const fields = {
  slug: Slug,
  name: z.string().describe("Name of the server."),
  filename: z.string().describe("The hosted file of the server."),
  description: z.string().nullable().describe("Purpose of the server."),
  is_active: serverFields.is_active,
  created_at: Timestamp.describe("Creation time."),
  updated_at: Timestamp.describe("Time of the last change to the server or one of its tools."),
  created_by: z.string().nullable().describe("The creator, such as `admin-key:7`."),
  instructions: serverFields.instructions,
  data_tools: serverFields.data_tools,
  allowed_tables: serverFields.allowed_tables,
  oauth_enabled: serverFields.oauth_enabled,
  calls_per_minute: CallsPerMinute,
  version: z.int().describe("Version number. Increases with every change to the server and its tools."),
} as const;

/** MCP server: one hosted file whose scripts are its tools. */
export const McpServer = z.object(fields);
export type McpServer = z.output<typeof McpServer>;

const choices = {
  instructions: serverFields.instructions.optional(),
  data_tools: serverFields.data_tools.optional(),
  allowed_tables: serverFields.allowed_tables.optional(),
  oauth_enabled: serverFields.oauth_enabled.optional(),
  calls_per_minute: CallsPerMinute.optional(),
} as const;

const BySlug = z.object({ mcp_server_slug: Slug });
const ToolById = BySlug.extend({ id: z.coerce.number().pipe(Id).describe("The tool's id.") });
const HostedFile = DatabaseName.describe("The hosted file, with or without `.fmp12`.");

const serverOf = ({ mcp_server_slug }: { readonly mcp_server_slug: string }) =>
  `mcp-server:${mcp_server_slug.toLowerCase()}`;
const toolOf = (input: { readonly mcp_server_slug: string; readonly id: number }) => [
  serverOf(input),
  `mcp-tool:${input.id}`,
];

const example: McpServer = {
  slug: "sales",
  name: "Sales",
  filename: "Contacts.fmp12",
  description: "Customers and their orders",
  is_active: true,
  created_at: "2026-11-20T09:15:02.114Z",
  updated_at: "2026-11-20T09:15:02.114Z",
  created_by: "admin-key:7",
  instructions: null,
  data_tools: "off",
  allowed_tables: [],
  oauth_enabled: true,
  calls_per_minute: null,
  version: 1,
};
/** Advises to describe an enabled tool. */
const adviceOn = (_input: unknown, { is_active: isActive, description }: McpTool) =>
  isActive && (description ?? "").length < shortestDescription
    ? [`\`description\`: shorter than ${shortestDescription} characters; models call a tool by its description`]
    : [];

const toolExample: McpTool = {
  id: 12,
  mcp_server_slug: "sales",
  name: "Find customer",
  description: "Finds customers by a part of their name.",
  script_name: "Find customer",
  input_schema: { name: { type: "string", isArray: false, required: true, description: "A part of the name" } },
  is_active: true,
  created_at: "2026-11-20T09:15:02.114Z",
  updated_at: "2026-11-20T09:15:02.114Z",
  title: "Find customer",
  mcp_name: "find_customer",
  has_own_mcp_name: false,
  annotations: { ...cautiousAnnotations, readOnlyHint: true, destructiveHint: false },
  output_mode: "auto",
  timeout_s: 25,
  required_scope: null,
  json_schema: {
    type: "object",
    properties: { name: { type: "string", description: "A part of the name" } },
    required: ["name"],
    additionalProperties: false,
  },
};

/** Tool as listed by its server. */
const { mcp_server_slug: _slug, input_schema: _inputs, json_schema: _schema, ...listedExample } = toolExample;

const Ok = z.object({ ok: z.boolean().describe("Always true.") });

export const mcpServers = resource({
  createMcpServer: {
    method: "POST",
    path: "/svc/api/mcp-servers",
    summary: "Create an MCP server for a hosted file",
    access: "admin",
    input: z.object({
      name: serverFields.name,
      slug: Slug,
      filename: HostedFile,
      description: serverFields.description.optional(),
      is_active: serverFields.is_active.default(true),
      ...choices,
    }),
    output: McpServer,
    changes: ({ slug }: { readonly slug: string }) => serverOf({ mcp_server_slug: slug }),
    errors: ["mcp_server_exists", "mcp_tables_missing", "mcp_server_too_large"],
    example: { input: { name: "Sales", slug: "sales", filename: "Contacts.fmp12" }, output: example },
  },
  listMcpServers: {
    method: "GET",
    path: "/svc/api/mcp-servers",
    summary: "List MCP servers",
    access: "admin",
    input: z.object({}),
    output: z.object({ servers: z.array(McpServer).describe("All MCP servers, sorted by slug.") }),
    errors: [],
    example: { output: { servers: [example] } },
  },
  getMcpServer: {
    method: "GET",
    path: "/svc/api/mcp-servers/{mcp_server_slug}",
    summary: "Get an MCP server and its tools",
    access: "admin",
    input: BySlug,
    output: McpServer.extend({
      tools: z
        .array(McpTool.omit({ mcp_server_slug: true, input_schema: true, json_schema: true }))
        .describe("The server's tools, oldest first."),
    }),
    errors: ["mcp_server_not_found"],
    example: { input: { mcp_server_slug: "sales" }, output: { ...example, tools: [listedExample] } },
  },
  updateMcpServer: {
    method: "PATCH",
    path: "/svc/api/mcp-servers/{mcp_server_slug}",
    summary: "Update an MCP server",
    description: "Values that `updates` leaves out stay unchanged. A new slug changes the server's address.",
    access: "admin",
    input: BySlug.extend({
      updates: z
        .object({
          name: serverFields.name.optional(),
          slug: Slug.optional(),
          filename: HostedFile.optional(),
          description: serverFields.description.optional(),
          is_active: serverFields.is_active.optional(),
          ...choices,
        })
        .describe("The changes."),
    }),
    output: McpServer,
    changes: serverOf,
    errors: ["mcp_server_not_found", "mcp_server_exists", "mcp_tables_missing", "mcp_server_too_large"],
    example: {
      input: { mcp_server_slug: "sales", updates: { is_active: false } },
      output: { ...example, is_active: false },
    },
  },
  deleteMcpServer: {
    method: "DELETE",
    path: "/svc/api/mcp-servers/{mcp_server_slug}",
    summary: "Delete an MCP server with its tools",
    access: "admin",
    input: BySlug,
    output: Ok,
    changes: serverOf,
    errors: ["mcp_server_not_found"],
    example: { input: { mcp_server_slug: "sales" }, output: { ok: true } },
  },
  createMcpTool: {
    method: "POST",
    path: "/svc/api/mcp-servers/{mcp_server_slug}/tools",
    summary: "Add a tool to an MCP server",
    description: "A tool runs one script. Without `is_active` the tool is enabled if its description is long enough.",
    access: "admin",
    input: BySlug.extend({
      name: toolFields.name,
      description: toolFields.description.optional(),
      script_name: toolFields.script_name,
      input_schema: toolFields.input_schema,
      is_active: toolFields.is_active.optional(),
      title: toolFields.title.optional(),
      mcp_name: toolFields.mcp_name.optional(),
      annotations: toolFields.annotations.optional(),
      output_mode: toolFields.output_mode.default("auto"),
      timeout_s: toolFields.timeout_s.default(25),
      required_scope: toolFields.required_scope.optional(),
    }),
    output: McpTool,
    notes: adviceOn,
    changes: (input: { readonly mcp_server_slug: string }, output?: McpTool) =>
      output === undefined ? serverOf(input) : toolOf({ ...input, id: output.id }),
    errors: ["mcp_server_not_found", "mcp_tool_exists", "mcp_script_not_callable", "mcp_server_too_large"],
    example: {
      input: {
        mcp_server_slug: "sales",
        name: "Find customer",
        description: "Finds customers by a part of their name.",
        script_name: "Find customer",
        input_schema: { name: { type: "string", required: true, description: "A part of the name" } },
        annotations: { readOnlyHint: true, destructiveHint: false },
      },
      output: toolExample,
    },
  },
  listMcpTools: {
    method: "GET",
    path: "/svc/api/mcp-servers/{mcp_server_slug}/tools",
    summary: "List the tools of an MCP server",
    access: "admin",
    input: BySlug,
    output: z.object({ tools: z.array(McpTool).describe("All tools, oldest first.") }),
    errors: ["mcp_server_not_found"],
    example: { input: { mcp_server_slug: "sales" }, output: { tools: [toolExample] } },
  },
  getMcpTool: {
    method: "GET",
    path: "/svc/api/mcp-servers/{mcp_server_slug}/tools/{id}",
    summary: "Get a tool of an MCP server",
    access: "admin",
    input: ToolById,
    output: McpTool,
    errors: ["mcp_server_not_found", "mcp_tool_not_found"],
    example: { input: { mcp_server_slug: "sales", id: 12 }, output: toolExample },
  },
  updateMcpTool: {
    method: "PATCH",
    path: "/svc/api/mcp-servers/{mcp_server_slug}/tools/{id}",
    summary: "Update a tool of an MCP server",
    description: "Values that you leave out stay unchanged. Clients see the change with their next call.",
    access: "admin",
    input: ToolById.extend({
      name: toolFields.name.optional(),
      description: toolFields.description.optional(),
      script_name: toolFields.script_name.optional(),
      input_schema: toolFields.input_schema.optional(),
      is_active: toolFields.is_active.optional(),
      title: toolFields.title.optional(),
      mcp_name: toolFields.mcp_name.optional(),
      annotations: toolFields.annotations.optional(),
      output_mode: toolFields.output_mode.optional(),
      timeout_s: toolFields.timeout_s.optional(),
      required_scope: toolFields.required_scope.optional(),
    }),
    output: McpTool,
    notes: adviceOn,
    changes: toolOf,
    errors: [
      "mcp_server_not_found",
      "mcp_tool_not_found",
      "mcp_tool_exists",
      "mcp_script_not_callable",
      "mcp_server_too_large",
    ],
    example: { input: { mcp_server_slug: "sales", id: 12, timeout_s: 60 }, output: { ...toolExample, timeout_s: 60 } },
  },
  deleteMcpTool: {
    method: "DELETE",
    path: "/svc/api/mcp-servers/{mcp_server_slug}/tools/{id}",
    summary: "Delete a tool of an MCP server",
    access: "admin",
    input: ToolById,
    output: Ok,
    changes: toolOf,
    errors: ["mcp_server_not_found", "mcp_tool_not_found"],
    example: { input: { mcp_server_slug: "sales", id: 12 }, output: { ok: true } },
  },
});

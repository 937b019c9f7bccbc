import type { InputSchema } from "#shared/mcp-servers/tools/contract.ts";
import { type Arguments, destructiveTool, readTool, type ToolContext, writeTool } from "../admin-tool.ts";
import { ApiRefused, apiRoute } from "../api-routes.ts";
import { doneResult, oneResult, pageInput, pageOfAll, pageOutput } from "../pages.ts";

const listServers = apiRoute("listMcpServers");
const getServer = apiRoute("getMcpServer");
const listServerTools = apiRoute("listMcpTools");
const getTool = apiRoute("getMcpTool");
const createTool = apiRoute("createMcpTool");
const updateTool = apiRoute("updateMcpTool");
const deleteTool = apiRoute("deleteMcpTool");
const listFileScripts = apiRoute("listFileScripts");

const server = { type: "string", minLength: 1, maxLength: 50, description: "slug as in list_mcp_servers" } as const;
const tool = { type: "integer", minimum: 1, description: "id as in get_mcp_server" } as const;

/** Fields of a tool definition. Required fields differ by call. */
const definition = {
  name: { type: "string", minLength: 1, maxLength: 100, description: "Name of the tool, such as create_order" },
  description: {
    type: "string",
    minLength: 20,
    maxLength: 1_024,
    description: "What the script does and when to call it",
  },
  script: { type: "string", minLength: 1, maxLength: 100, description: "Name as in list_scripts" },
  parameters: {
    type: "array",
    maxItems: 50,
    description: "The script's parameters, passed as one JSON object",
    items: {
      type: "object",
      properties: {
        name: { type: "string", minLength: 1, maxLength: 64 },
        type: { type: "string", enum: ["string", "number", "boolean"] },
        list: { type: "boolean" },
        required: { type: "boolean" },
        description: { type: "string", maxLength: 1_024 },
        values: { type: "array", items: { type: "string", maxLength: 200 }, maxItems: 200 },
      },
      required: ["name", "type"],
      additionalProperties: false,
    },
  },
  reads_only: { type: "boolean", description: "The script changes nothing" },
  active: { type: "boolean", description: "If clients see the tool" },
} as const;

const changed = { done: { type: "boolean" }, tool: { type: "object" } } as const;

export const mcpConfigTools = [
  readTool(
    "mcp_config",
    "list_mcp_servers",
    {
      title: "List MCP servers",
      uses: [listServers],
      description: "Lists the MCP servers of files: slug, name, file, whether they are active.",
      input: pageInput,
      output: pageOutput("servers"),
    },
    async (given, context) => {
      const { servers } = await context.api.call(listServers, {});
      const rows = servers.map(({ slug, name, filename, is_active: active, description }) => ({
        ...{ server: slug, name, file: filename, active, description },
      }));
      return pageOfAll("servers", rows, given, context);
    },
  ),
  readTool(
    "mcp_config",
    "get_mcp_server",
    {
      title: "Get an MCP server",
      uses: [getServer, listServerTools],
      description: "Returns one MCP server with its tools and their parameters.",
      input: { server },
      required: ["server"],
      output: { server: { type: "object" }, tools: { type: "array", items: { type: "object" } } },
    },
    async (given, { api }) => {
      const bySlug = { mcp_server_slug: String(given.server) };
      const [{ tools: _, ...found }, { tools }] = await Promise.all([
        api.call(getServer, bySlug),
        api.call(listServerTools, bySlug),
      ]);
      return oneResult({ server: found, tools: tools.map(shownTool) });
    },
  ),
  readTool(
    "mcp_config",
    "list_scripts",
    {
      title: "List the scripts of a file",
      uses: [listFileScripts],
      description:
        "Lists the scripts that the account of a Data API key can see in a file, and which of them can't be called.",
      input: {
        ...pageInput,
        file: { type: "string", minLength: 1, maxLength: 200, description: "Name as in list_files" },
        key: { type: "integer", minimum: 1, description: "id as in list_api_keys, of a key with OData" },
      },
      required: ["file", "key"],
      output: pageOutput("scripts"),
    },
    async (given, context) => {
      const { scripts, reason } = await context.api.call(listFileScripts, {
        filename: String(given.file),
        key: Number(given.key),
      });
      if (scripts === null) throw new ApiRefused(409, 0, `Couldn't list the scripts: ${reason}`);
      return pageOfAll("scripts", scripts, given, context);
    },
  ),
  writeTool(
    "mcp_config",
    "create_mcp_tool",
    {
      title: "Add a tool to an MCP server",
      uses: [createTool],
      description:
        "Adds a tool that runs a script. Clients see it only if active is true. Ask the user what the script does; don't guess that it only reads.",
      input: { server, ...definition },
      required: ["server", "name", "description", "script"],
      output: changed,
    },
    async (given, { api }) => {
      const { name, description, script_name: script, input_schema: parameters, ...rest } = definedIn(given);
      const made = await api.call(createTool, {
        mcp_server_slug: String(given.server),
        ...{ name: String(name), script_name: String(script), input_schema: parameters ?? {} },
        ...{ is_active: false, ...rest, ...(description !== undefined && { description }) },
      });
      return doneResult({ tool: shownTool(made) });
    },
  ),
  writeTool(
    "mcp_config",
    "update_mcp_tool",
    {
      title: "Update a tool of an MCP server",
      uses: [updateTool],
      description:
        "Changes a tool's name, description, script or parameters, or if clients see it. Values that you leave out stay unchanged.",
      input: { server, tool, ...definition },
      required: ["server", "tool"],
      output: changed,
      idempotent: true,
    },
    async (given, { api }) => {
      const changedTool = await api.call(updateTool, { ...toolIn(given), ...definedIn(given) });
      return doneResult({ tool: shownTool(changedTool) });
    },
  ),
  destructiveTool(
    "mcp_config",
    "delete_mcp_tool",
    {
      title: "Delete a tool of an MCP server",
      uses: [getTool, deleteTool],
      description: "Deletes a tool with its description: clients no longer see it.",
      input: { server, tool },
      required: ["server", "tool"],
      output: { done: { type: "boolean" } },
    },
    async (given, { api }) => {
      const { id, name, script_name: script, updated_at: at } = await api.call(getTool, toolIn(given));
      return {
        message: `Delete the tool ${id}, ${name}, of the MCP server ${given.server}, which runs the script ${script}.`,
        state: { server: given.server, tool: id, changed_at: at },
      };
    },
    async (given, { api }: Pick<ToolContext, "api">) => {
      const { ok } = await api.call(deleteTool, toolIn(given));
      return doneResult({ done: ok });
    },
  ),
];

const toolIn = ({ server: slug, tool: id }: Arguments) => ({ mcp_server_slug: String(slug), id: Number(id) });

/** Converts the arguments of a call to fields of the management API. */
function definedIn({ name, description, script, parameters, reads_only: readsOnly, active }: Arguments) {
  return {
    ...(name !== undefined && { name: String(name) }),
    ...(description !== undefined && { description: String(description) }),
    ...(script !== undefined && { script_name: String(script) }),
    ...(parameters !== undefined && { input_schema: schemaOf(parameters as readonly Parameter[]) }),
    ...(readsOnly !== undefined && {
      annotations: { readOnlyHint: readsOnly === true, destructiveHint: readsOnly !== true },
    }),
    ...(active !== undefined && { is_active: active === true }),
  };
}

interface Parameter {
  readonly name: string;
  readonly type: "string" | "number" | "boolean";
  readonly list?: boolean;
  readonly required?: boolean;
  readonly description?: string;
  readonly values?: readonly string[];
}

function schemaOf(parameters: readonly Parameter[]): InputSchema {
  return Object.fromEntries(
    parameters.map(({ name, type, list = false, required = false, description, values }) => [
      name,
      {
        ...{ type, isArray: list, required },
        ...(description !== undefined && { description }),
        ...(values !== undefined && { enumValues: [...values] }),
      },
    ]),
  );
}

function shownTool(found: {
  readonly id: number;
  readonly name: string;
  readonly mcp_name: string;
  readonly description: string | null;
  readonly script_name: string;
  readonly is_active: boolean;
  readonly annotations: { readonly readOnlyHint: boolean };
  readonly input_schema: InputSchema;
}) {
  return {
    ...{ tool: found.id, name: found.name, called: found.mcp_name, description: found.description },
    ...{ script: found.script_name, active: found.is_active, reads_only: found.annotations.readOnlyHint },
    parameters: Object.entries(found.input_schema).map(
      ([name, { type, isArray, required, description, enumValues }]) => ({
        ...{ name, type, description, values: enumValues },
        ...(isArray && { list: true }),
        ...(required && { required: true }),
      }),
    ),
  };
}

import { type Arguments, destructiveTool, readTool, type ToolContext, writeTool } from "../admin-tool.ts";
import { ApiRefused, apiRoute, type OutputOf } from "../api-routes.ts";
import { doneResult, oneResult, pageInput, pageOfAll, pageOutput } from "../pages.ts";
import { doneField, flag, type ResultFields, record, rows, text, texts, whole } from "../result-fields.ts";
import { hostedName, scriptWarning } from "./known-names.ts";
import { definedIn, definition, shownTool, toolFields } from "./mcp-tool-fields.ts";

const listServers = apiRoute("listMcpServers");
const getServer = apiRoute("getMcpServer");
const listServerTools = apiRoute("listMcpTools");
const getTool = apiRoute("getMcpTool");
const createServer = apiRoute("createMcpServer");
const getDatabase = apiRoute("getDatabase");
const listDatabases = apiRoute("listDatabases");
const createTool = apiRoute("createMcpTool");
const updateTool = apiRoute("updateMcpTool");
const deleteTool = apiRoute("deleteMcpTool");
const listFileScripts = apiRoute("listFileScripts");

const server = { type: "string", minLength: 1, maxLength: 50, description: "slug as in list_mcp_servers" } as const;
const tool = { type: "integer", minimum: 1, description: "id as in get_mcp_server" } as const;

const warning = text("Why clients may not see it");
const changed: ResultFields = { done: doneField, tool: record("The tool", toolFields), warning };

export const mcpConfigTools = [
  readTool(
    "mcp_config",
    "list_mcp_servers",
    {
      title: "List MCP servers",
      uses: [listServers],
      description:
        "Lists the MCP servers of files: slug, name, file, whether they are active. Use it to find the slug of a server.",
      input: pageInput,
      output: pageOutput("servers", {
        server: text("Slug for other tools"),
        name: text(),
        file: text("File whose scripts are its tools"),
        active: flag("False if clients get no answer"),
        description: text(),
      }),
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
      description:
        "Returns one MCP server with its tools and their parameters. Use it to see which tools a server has, with the ids for update_mcp_tool.",
      input: { server },
      required: ["server"],
      output: {
        server: record("The server", {
          slug: text("Last part of its address"),
          name: text(),
          filename: text("File whose scripts are its tools"),
          description: text(),
          instructions: text(),
          is_active: flag("False if clients get no answer"),
          data_tools: text("Record tools: off, read or read-write"),
          allowed_tables: texts(),
          oauth_enabled: flag(),
          calls_per_minute: whole("Limit per credential; missing for that of the service"),
          version: whole("Number of its last change"),
          created_at: text(),
          updated_at: text(),
          created_by: text(),
        }),
        tools: rows("Its tools", toolFields),
      },
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
        "Lists the scripts that the account of a Data API key can see in a file, and which of them can't be called. Use it before making tools, to get the exact names of scripts.",
      input: {
        ...pageInput,
        file: { type: "string", minLength: 1, maxLength: 200, description: "Name as in list_files" },
        key: { type: "integer", minimum: 1, description: "id as in list_api_keys, of a key with OData" },
      },
      required: ["file", "key"],
      output: pageOutput("scripts", {
        name: text("Name for create_mcp_tool"),
        problem: text("Why it can't be called; missing if it can"),
      }),
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
    "create_mcp_server",
    {
      title: "Create an MCP server",
      uses: [createServer, createTool, listDatabases, getDatabase, listFileScripts],
      description:
        "Creates an MCP server for a file, with tools that run its scripts, and returns its address. Ask the user what the scripts do; don't guess that they only read. Use it when AI clients must be able to work with a file.",
      input: {
        file: { type: "string", minLength: 1, maxLength: 200, description: "Name as in list_files" },
        slug: {
          type: "string",
          minLength: 1,
          maxLength: 50,
          description: "Last part of its address: letters, digits and dashes, such as sales",
        },
        name: { type: "string", minLength: 1, maxLength: 100, description: "Name that people see" },
        description: { type: "string", maxLength: 1_024, description: "Its purpose" },
        instructions: { type: "string", maxLength: 1_500, description: "What models must know before they use it" },
        tools: {
          type: "array",
          maxItems: 20,
          description: "Its first tools; create_mcp_tool adds more",
          items: {
            type: "object",
            properties: definition,
            required: ["name", "description", "script"],
            additionalProperties: false,
          },
        },
      },
      required: ["file", "slug", "name"],
      output: {
        done: doneField,
        server: text("Slug for other tools"),
        url: text("Address for AI clients"),
        tools: rows("Its tools", { tool: whole("Number for update_mcp_tool"), called: text(), active: flag() }),
        warning,
        next: text("What to tell the user"),
      },
    },
    async (given, { api, consoleUrl }) => {
      const { databases } = await api.call(listDatabases, {});
      const file = hostedName(String(given.file), databases);
      const tools = (given.tools ?? []) as readonly Arguments[];
      const { slug } = await api.call(createServer, {
        ...{ slug: String(given.slug), name: String(given.name), filename: file, is_active: true },
        ...(given.description !== undefined && { description: String(given.description) }),
        ...(given.instructions !== undefined && { instructions: String(given.instructions) }),
      });
      const made: OutputOf<typeof createTool>[] = [];
      for (const one of tools) {
        try {
          made.push(await api.call(createTool, newTool(slug, one)));
        } catch (thrown) {
          if (!(thrown instanceof ApiRefused)) throw thrown;
          const before = made.length === 0 ? "no tool" : made.map(({ name }) => name).join(", ");
          const text = `The server ${slug} was created with ${before}, but the tool ${JSON.stringify(one.name)} was refused: ${thrown.message}. Call create_mcp_tool for the missing tools`;
          throw new ApiRefused(thrown.status, 0, text);
        }
      }
      const scripts = made.map(({ script_name: script }) => script);
      return doneResult({
        server: slug,
        url: consoleUrl(`/mcp/${slug}`),
        tools: made.map(({ id: tool, mcp_name: called, is_active: active }) => ({ tool, called, active })),
        warning: scripts.length === 0 ? undefined : await scriptWarning(file, scripts, { api }),
        next: "AI clients connect to the address with a Data API key of the file that allows OData, or sign in with an account of the file.",
      });
    },
  ),
  writeTool(
    "mcp_config",
    "create_mcp_tool",
    {
      title: "Add a tool to an MCP server",
      uses: [createTool, getServer, getDatabase, listFileScripts],
      description:
        "Adds a tool that runs a script. Clients see it only if active is true. Ask the user what the script does; don't guess that it only reads. Use it to let AI clients run a script.",
      input: { server, ...definition },
      required: ["server", "name", "description", "script"],
      output: changed,
    },
    async (given, { api }) => {
      const made = await api.call(createTool, newTool(String(given.server), given));
      return doneResult({ tool: shownTool(made), warning: await warningFor(given, [made.script_name], { api }) });
    },
  ),
  writeTool(
    "mcp_config",
    "update_mcp_tool",
    {
      title: "Update a tool of an MCP server",
      uses: [updateTool, getServer, getDatabase, listFileScripts],
      description:
        "Changes a tool's name, description, script or parameters, or if clients see it. Values that you leave out stay unchanged. Use it to correct a tool or to show and hide it.",
      input: { server, tool, ...definition },
      required: ["server", "tool"],
      output: changed,
      idempotent: true,
    },
    async (given, { api }) => {
      const changedTool = await api.call(updateTool, { ...toolIn(given), ...definedIn(given) });
      const scripts = given.script === undefined && given.active !== true ? [] : [changedTool.script_name];
      return doneResult({ tool: shownTool(changedTool), warning: await warningFor(given, scripts, { api }) });
    },
  ),
  destructiveTool(
    "mcp_config",
    "delete_mcp_tool",
    {
      title: "Delete a tool of an MCP server",
      uses: [getTool, deleteTool],
      description:
        "Deletes a tool with its description: clients no longer see it. Use it if clients must not see the tool anymore.",
      input: { server, tool },
      required: ["server", "tool"],
      output: { done: doneField },
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

/** Returns a warning for the scripts of a server's tools. */
async function warningFor({ server: slug }: Arguments, scripts: readonly string[], context: Pick<ToolContext, "api">) {
  if (scripts.length === 0) return undefined;
  const { filename } = await context.api.call(getServer, { mcp_server_slug: String(slug) });
  return scriptWarning(filename, scripts, context);
}

/** Returns a tool in the form of the management API. */
function newTool(slug: string, given: Arguments) {
  const { name, description, script_name: script, input_schema: parameters, ...rest } = definedIn(given);
  return {
    mcp_server_slug: slug,
    ...{ name: String(name), script_name: String(script), input_schema: parameters ?? {} },
    ...{ is_active: false, ...rest, ...(description !== undefined && { description }) },
  };
}

const toolIn = ({ server: slug, tool: id }: Arguments) => ({ mcp_server_slug: String(slug), id: Number(id) });

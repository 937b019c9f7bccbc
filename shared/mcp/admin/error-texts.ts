import { type ErrorName, errors } from "#shared/contract/errors.ts";
import type { Arguments } from "./admin-tool.ts";
import { type ApiCalls, ApiRefused, apiRoute } from "./api-routes.ts";
import { nextSteps } from "./next-steps.ts";
import { nearest } from "./tools/known-names.ts";

/** Tool that lists the right values after an error, and the arguments that can contain the wrong one. */
interface LookUp {
  readonly tool: string;
  readonly arguments: readonly string[];
}

/** Errors after which another tool helps. The remedies of the error catalog name operations of the API, which a model can't call. */
const lookUps: Partial<Record<ErrorName, LookUp>> = {
  database_not_found: { tool: "list_files", arguments: ["file", "files"] },
  database_state_forbids: { tool: "get_file", arguments: ["file"] },
  client_not_found: { tool: "list_connected_clients", arguments: ["client"] },
  process_not_found: { tool: "list_processes", arguments: ["process_id"] },
  log_not_found: { tool: "list_logs", arguments: ["log"] },
  build_not_found: { tool: "list_builds", arguments: ["build"] },
  deployment_not_found: { tool: "list_deployments", arguments: ["deployment", "undo"] },
  deployment_not_running: { tool: "list_deployments", arguments: [] },
  recipe_not_found: { tool: "list_recipes", arguments: ["recipe"] },
  schedule_not_found: { tool: "list_schedules", arguments: ["schedule"] },
  server_schedule_not_found: { tool: "list_schedules", arguments: ["schedule"] },
  offsite_schedule_not_found: { tool: "get_offsite_status", arguments: ["schedule"] },
  webhook_not_found: { tool: "list_webhooks", arguments: ["webhook"] },
  key_not_found: { tool: "list_api_keys", arguments: ["key"] },
  mcp_server_not_found: { tool: "list_mcp_servers", arguments: ["server"] },
  mcp_tool_not_found: { tool: "get_mcp_server", arguments: ["tool"] },
  note_changed: { tool: "get_file", arguments: ["version"] },
};

/** Errors whose sentence is about an address: for a tool, the value isn't a name. */
const wrongNames: Readonly<Record<string, string>> = {
  file: "list_files",
  log: "list_logs",
  schedule: "list_schedules",
  server: "list_mcp_servers",
};

const codeNames = new Map(Object.entries(errors).map(([name, { code }]) => [code, name as ErrorName]));

/**
 * Returns an error of the management API as text for a model: the message, the value that was wrong, and the tool to call next. Remedies of
 * the catalog that name the API or a page of the console are left out.
 */
export async function errorText(
  { message, code, remedy }: ApiRefused,
  given: Arguments,
  api: ApiCalls,
): Promise<string> {
  const name = codeNames.get(code);
  if (name === "path_refused") return wrongName(given, api);
  const lookUp = name && lookUps[name];
  const sentence = `${message}${code === 0 ? "" : ` (error ${code})`}`;
  const next = name && nextSteps[name];
  if (next !== undefined) return `${sentence}. ${next}`;
  if (lookUp === undefined) return `${sentence}.${remedy === undefined || isForApi(remedy) ? "" : ` ${remedy}`}`;
  const wrong = lookUp.arguments.flatMap((argument) => shownValue(given[argument]));
  const near = await nearestOf(lookUp.arguments, given, api);
  return `${sentence}${wrong.length === 0 ? "" : `: ${wrong.join(", ")}`}.${near} Call ${lookUp.tool}.`;
}

const listDatabases = apiRoute("listDatabases");
const listLogs = apiRoute("listLogs");
const listMcpServers = apiRoute("listMcpServers");
const listOffsiteSchedules = apiRoute("listOffsiteSchedules");

/** Valid values of arguments that are names. */
const namesFor: Readonly<Record<string, (api: ApiCalls) => Promise<readonly string[]>>> = {
  file: async (api) => (await api.call(listDatabases, {})).databases.map(({ filename }) => filename),
  log: async (api) => (await api.call(listLogs, {})).logs.map(({ name }) => name),
  server: async (api) => (await api.call(listMcpServers, {})).servers.map(({ slug }) => slug),
  schedule: async (api) => (await api.call(listOffsiteSchedules, {})).schedules.map(({ name }) => name),
};

/** Returns a sentence with the valid name that is most similar to a wrong one; empty if there is none. */
async function nearestOf(names: readonly string[], given: Arguments, api: ApiCalls): Promise<string> {
  const wrong = names.find((name) => typeof given[name] === "string" && namesFor[name] !== undefined);
  if (wrong === undefined) return "";
  try {
    return nearest(String(given[wrong]), (await namesFor[wrong]?.(api)) ?? []);
  } catch (thrown) {
    // The error itself matters more than the hint.
    if (thrown instanceof ApiRefused) return "";
    throw thrown;
  }
}

async function wrongName(given: Arguments, api: ApiCalls): Promise<string> {
  const [argument, tool] = Object.entries(wrongNames).find(([one]) => given[one] !== undefined) ?? [];
  return argument === undefined
    ? "An argument isn't a valid name."
    : `${argument}: ${shownValue(given[argument]).join(", ")} isn't a valid name.${await nearestOf([argument], given, api)} Call ${tool}.`;
}

/** Returns what the caller sent, short enough for a sentence. */
function shownValue(value: unknown): readonly string[] {
  return value === undefined ? [] : [JSON.stringify(value).slice(0, 200)];
}

function isForApi(remedy: string): boolean {
  return /`|\/svc\/|\bpage\b|^List |documentation/.test(remedy);
}

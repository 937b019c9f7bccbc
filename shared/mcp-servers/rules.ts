import { ServiceError } from "#shared/contract/errors.ts";
import { scriptNameProblem } from "#shared/contract/values/script-name.ts";
import { maxTools } from "./definition/contract.ts";
import type { ServerRecord, ToolRecord } from "./record.ts";
import { shortestDescription } from "./tools/contract.ts";

/** Maximum size of an item in the store, with space for its overhead. Bytes of JSON. */
const largestServerBytes = 300_000;

/** Returns true if the description is long enough for a model to know when to call the tool. */
export function isDescribed({ description }: Pick<ToolRecord, "description">): boolean {
  return (description ?? "").length >= shortestDescription;
}

/**
 * Returns the server with a new or changed tool. `mcpName`: a string sets the name, null derives it from the tool's name, undefined keeps
 * it. A derived name stays the same while the tool's name does.
 * @throws ServiceError mcp_tool_exists, mcp_script_not_callable, mcp_server_too_large
 */
export function withTool(server: ServerRecord, tool: ToolRecord, mcpName: string | null | undefined): ServerRecord {
  const problem = scriptNameProblem(tool.scriptName);
  if (problem !== undefined) throw new ServiceError("mcp_script_not_callable", { text: problem });
  const before = server.tools.find(({ id }) => id === tool.id);
  const named = { ...tool, ...namesOf(server, tool, before, mcpName) };
  if (isNameTaken(named.mcpName, tool.id, server.tools))
    throw new ServiceError("mcp_tool_exists", { response: { mcp_name: named.mcpName } });
  const tools =
    before === undefined ? [...server.tools, named] : server.tools.map((one) => (one.id === tool.id ? named : one));
  return fitting({ ...server, tools });
}

/** @throws ServiceError mcp_server_too_large */
export function fitting(server: ServerRecord): ServerRecord {
  const sizeBytes = Buffer.byteLength(JSON.stringify(server));
  if (server.tools.length > maxTools || sizeBytes > largestServerBytes)
    throw new ServiceError("mcp_server_too_large", { response: { sizeBytes, largestBytes: largestServerBytes } });
  return server;
}

function namesOf(
  { tools }: ServerRecord,
  { id, name }: ToolRecord,
  before: ToolRecord | undefined,
  chosen: string | null | undefined,
): Pick<ToolRecord, "mcpName" | "hasOwnMcpName"> {
  if (typeof chosen === "string") return { mcpName: chosen, hasOwnMcpName: true };
  const keepsName = before?.hasOwnMcpName === true ? chosen === undefined : before?.name === name;
  if (before !== undefined && keepsName) return { mcpName: before.mcpName, hasOwnMcpName: before.hasOwnMcpName };
  return { mcpName: mcpNameFor(name, id, tools), hasOwnMcpName: false };
}

/** @throws ServiceError mcp_tables_missing, mcp_server_too_large */
export function checkedServer(server: ServerRecord): ServerRecord {
  if (server.dataTools !== "off" && server.allowedTables.length === 0) throw new ServiceError("mcp_tables_missing");
  return fitting(server);
}

const longestName = 50;

/** Names of the tools for records, which script tools can't use. */
export const dataToolNames = [
  "list_tables",
  "describe_table",
  "query_records",
  "get_record",
  "count_records",
  "aggregate_records",
  "create_record",
  "update_record",
  "delete_record",
] as const;
export type DataToolName = (typeof dataToolNames)[number];

const takenNames: ReadonlySet<string> = new Set(dataToolNames);

type NamedTool = Pick<ToolRecord, "id" | "mcpName">;

/** Returns true if another tool has this name. Clients may compare names case-insensitively. */
export function isNameTaken(name: string, id: number, tools: readonly NamedTool[]): boolean {
  const normalized = name.toLowerCase();
  return (
    takenNames.has(normalized) || tools.some((tool) => tool.id !== id && tool.mcpName.toLowerCase() === normalized)
  );
}

/**
 * Derives the client-facing name from a tool's name: `Find customer` becomes `find_customer`. If the name is in use, the tool's id is
 * appended.
 */
export function mcpNameFor(name: string, id: number, tools: readonly NamedTool[]): string {
  const words = name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9_]+/g, "_")
    .replace(/^_+|_+$/g, "");
  if (words === "") return `tool_${id}`;
  const plain = words.slice(0, longestName);
  if (!isNameTaken(plain, id, tools)) return plain;
  const suffix = `_${id}`;
  return plain.slice(0, longestName - suffix.length) + suffix;
}

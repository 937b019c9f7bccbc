import { ServiceError } from "#shared/contract/errors.ts";
import { scriptNameProblem } from "#shared/contract/values/script-name.ts";
import { mostTools } from "./definition/contract.ts";
import type { ServerRecord, ToolRecord } from "./record.ts";
import { shortestDescription } from "./tools/contract.ts";

/** What one item of the store holds, with room for what it adds. Bytes of JSON. */
const largestServerBytes = 300_000;

/** Whether a description says enough for a model to know when to call the tool. */
export function isDescribed({ description }: Pick<ToolRecord, "description">): boolean {
  return (description ?? "").length >= shortestDescription;
}

/**
 * A server with a tool that is new or changed. `mcpName`: the name that was chosen; null: one made from the tool's name; undefined: as it
 * was. A name that was made stays while the tool's name does.
 * @throws ServiceError mcp_tool_exists, mcp_tool_not_described, mcp_script_not_callable, mcp_server_too_large
 */
export function withTool(server: ServerRecord, tool: ToolRecord, mcpName: string | null | undefined): ServerRecord {
  const problem = scriptNameProblem(tool.scriptName);
  if (problem !== undefined) throw new ServiceError("mcp_script_not_callable", { text: problem });
  if (tool.isActive && !isDescribed(tool)) throw new ServiceError("mcp_tool_not_described");
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
  if (server.tools.length > mostTools || sizeBytes > largestServerBytes)
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

/** The names of the tools for records, which no script's tool may have. */
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

/** Whether a name is another tool's already. Clients may fold case. */
export function isNameTaken(name: string, id: number, tools: readonly NamedTool[]): boolean {
  const folded = name.toLowerCase();
  return takenNames.has(folded) || tools.some((tool) => tool.id !== id && tool.mcpName.toLowerCase() === folded);
}

/** The name that clients call a tool by, made from what it is called: `Find customer` is `find_customer`. Taken ones get the tool's id. */
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

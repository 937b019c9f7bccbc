import type { Tool } from "#shared/mcp/api.ts";
import { jsonSchemaOf } from "../json-schema.ts";
import type { ServerRecord, ToolRecord } from "../record.ts";

/** Tool as clients see it, with the record for calling it. */
export interface DefinedTool {
  readonly record: ToolRecord;
  readonly tool: Tool;
}

const maxKept = 200;

/** Returns the active tools of a server by client-facing name, in order of creation. Built once per version. */
export function toolDefinitions() {
  const made = new Map<string, ReadonlyMap<string, DefinedTool>>();
  return ({ id, version, tools }: Pick<ServerRecord, "id" | "version" | "tools">): ReadonlyMap<string, DefinedTool> => {
    const name = `${id}@${version}`;
    const known = made.get(name);
    if (known !== undefined) return known;
    const active = tools.filter(({ isActive }) => isActive);
    const defined = new Map(active.map((record) => [record.mcpName, { record, tool: toolOf(record) }]));
    made.set(name, defined);
    if (made.size > maxKept) made.delete(made.keys().next().value as string);
    return defined;
  };
}

export type ToolDefinitions = ReturnType<typeof toolDefinitions>;

function toolOf({ mcpName, name, title, description, parameters, annotations }: ToolRecord): Tool {
  return {
    name: mcpName,
    title: title ?? name,
    description: description ?? "",
    inputSchema: jsonSchemaOf(parameters),
    annotations,
  };
}

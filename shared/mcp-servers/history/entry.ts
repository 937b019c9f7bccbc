import * as z from "zod";
import { storedRecord } from "#shared/contract/stored-record.ts";
import type { ServerRecord, ToolRecord } from "../record.ts";

/** Number of changes kept per server. */
export const keptEntries = 200;

/** Maximum length of a recorded value. Longer values are truncated, because the history is for viewing, not for restoring. */
const longestValue = 2_000;

/** Maximum size of the changes in one entry, as JSON. */
const largestChangesBytes = 200_000;

const Change = z.object({ field: z.string(), before: z.string().nullable(), after: z.string().nullable() });

/** Change of a server or one of its tools, with the previous values. */
export const HistoryEntry = storedRecord("mcp-servers/history/entry", 1, {
  version: z.int(),
  at: z.number(),
  by: z.string(),
  toolId: z.int().nullable(),
  toolName: z.string().nullable(),
  what: z.enum(["created", "changed", "deleted"]),
  changes: z.array(Change),
});
export type HistoryEntry = z.output<typeof HistoryEntry>;

type Definition = Omit<ServerRecord, "tools"> | ToolRecord;

/** Fields that aren't part of the definition. */
const unlisted = new Set(["schema", "id", "version", "tools", "createdAt", "updatedAt", "createdBy"]);

/** Returns the differences between two definitions, field by field. */
export function changesBetween(before: Definition | undefined, after: Definition | undefined): HistoryEntry["changes"] {
  const [old, now] = [before ?? {}, after ?? {}] as const;
  const names = [...new Set([...Object.keys(old), ...Object.keys(now)])].filter((name) => !unlisted.has(name));
  return names.flatMap((field) => {
    const [from, to] = [textOf(old, field), textOf(now, field)];
    return from === to ? [] : [{ field, before: from, after: to }];
  });
}

/** Returns the differences between two versions of a server and its tools. Fields of tools are prefixed with `tools.` and the tool. */
export function changesOfServer(before: ServerRecord | undefined, after: ServerRecord): HistoryEntry["changes"] {
  const old = new Map(before?.tools.map((tool) => [tool.id, tool]));
  const ids = new Set([...old.keys(), ...after.tools.map(({ id }) => id)]);
  const ofTools = [...ids].flatMap((id) => {
    const [from, to] = [old.get(id), after.tools.find((tool) => tool.id === id)];
    const name = (to ?? from)?.mcpName;
    return changesBetween(from, to).map((change) => ({ ...change, field: `tools.${name}.${change.field}` }));
  });
  return fitting([...changesBetween(before, after), ...ofTools]);
}

/** Returns the changes that fit into one item of the store. */
function fitting(changes: HistoryEntry["changes"]): HistoryEntry["changes"] {
  let bytes = 0;
  const most = changes.findIndex((change) => {
    bytes += Buffer.byteLength(JSON.stringify(change));
    return bytes > largestChangesBytes;
  });
  if (most < 0) return changes;
  return [...changes.slice(0, most), { field: "tools", before: null, after: `${changes.length - most} more changes` }];
}

function textOf(definition: object, field: string): string | null {
  const value = (definition as Readonly<Record<string, unknown>>)[field];
  if (value === undefined || value === null) return null;
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.length > longestValue ? `${text.slice(0, longestValue)}…` : text;
}

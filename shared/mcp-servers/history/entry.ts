import * as z from "zod";
import type { ServerRecord, ToolRecord } from "../record.ts";

/** How many changes of a server are kept. */
export const keptEntries = 200;

/** Longer values are cut: what was changed is to be seen, not restored. */
const longestValue = 2_000;

const Change = z.object({ field: z.string(), before: z.string().nullable(), after: z.string().nullable() });

/** One change of a server or of one of its tools, with what was there before. */
export const HistoryEntry = z.object({
  schema: z.literal(1),
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

/** Not definitions, but what is known about them. */
const unlisted = new Set(["schema", "id", "version", "tools", "createdAt", "updatedAt", "createdBy"]);

/** What is different in two definitions, field by field. */
export function changesBetween(before: Definition | undefined, after: Definition | undefined): HistoryEntry["changes"] {
  const [old, now] = [before ?? {}, after ?? {}] as const;
  const names = [...new Set([...Object.keys(old), ...Object.keys(now)])].filter((name) => !unlisted.has(name));
  return names.flatMap((field) => {
    const [from, to] = [textOf(old, field), textOf(now, field)];
    return from === to ? [] : [{ field, before: from, after: to }];
  });
}

function textOf(definition: object, field: string): string | null {
  const value = (definition as Readonly<Record<string, unknown>>)[field];
  if (value === undefined || value === null) return null;
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.length > longestValue ? `${text.slice(0, longestValue)}…` : text;
}

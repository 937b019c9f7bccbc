import type { LogLine, LogRecord } from "#shared/logs/contract.ts";

/** Line of a log, or record from a search. */
export type ShownLine = Pick<LogLine, "text" | "time" | "level" | "columns"> & Partial<Pick<LogLine, "kind">>;

/** Columns that a row shows elsewhere, under all their names in logs, and the server's own name, which is the same in every line. */
const shownElsewhere = new Set(["Timestamp", "Level", "Host", "time", "level"]);

/** Widths of short columns in characters, so that later columns are aligned. Longer values aren't truncated. */
const widths: Readonly<Record<string, number>> = { Code: 4, Error: 4, Client: 15, Account: 12, Method: 6 };
/** Width of each column in a log of figures. */
const figureWidth = 8;

/** Returns the text of a row without its time and level: from its columns, in the order of the log, without interpreting words. */
export function messageOf({ kind, text, time, columns }: ShownLine): string {
  if (kind === "continuation" || kind === "heading") return text.replaceAll("\t", "  ");
  const isObject = text.startsWith("{");
  const values = Object.entries(columns).flatMap(([name, value]) => {
    if (shownElsewhere.has(name) || (value === "" && (isObject || widths[name] === undefined))) return [];
    return isObject ? `${name}=${value}` : value.padEnd(widths[name] ?? (/^[\d.]+$/.test(value) ? figureWidth : 0));
  });
  if (values.some((value) => value.trim() !== "")) return values.join("  ").trimEnd().replaceAll("\t", " ");
  return (time === null ? text : text.replace(/^\S+[ T]\S+(?: [+-]\d{4})?\s*/, "")).replaceAll("\t", "  ");
}

/** Returns the time as written in the log, with the server's zone. */
export function serverTime({ columns, text }: Pick<LogRecord, "columns" | "text">): string {
  return columns.Timestamp ?? columns.time ?? /^\d{4}-\S+[ T]\S+(?: [+-]\d{4})?/.exec(text)?.[0] ?? "";
}

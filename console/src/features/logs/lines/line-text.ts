import type { LogLine, LogRecord } from "#shared/logs/contract.ts";

/** A line of a log, or a record of one that was searched for. */
export type ShownLine = Pick<LogLine, "text" | "time" | "level" | "columns"> & Partial<Pick<LogLine, "kind">>;

/** Columns that a row shows elsewhere, under the names that logs have for them; the server's own name is the same in every line. */
const shownElsewhere = new Set(["Timestamp", "Level", "Host", "time", "level"]);

/** How wide short columns are, so that those behind them stand below each other. What is longer is not cut. */
const widths: Readonly<Record<string, number>> = { Code: 4, Error: 4, Client: 15, Account: 12, Method: 6 };
/** Of a log of figures, each. */
const figureWidth = 8;

/** What a row says beside its time and its level: by columns, in the order of the log, and never by words. */
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

/** What the log itself says of its time, with the server's zone. */
export function serverTime({ columns, text }: Pick<LogRecord, "columns" | "text">): string {
  return columns.Timestamp ?? columns.time ?? /^\d{4}-\S+[ T]\S+(?: [+-]\d{4})?/.exec(text)?.[0] ?? "";
}

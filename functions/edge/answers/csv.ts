import type { Answer } from "./answer.ts";
import { textHeaders } from "./envelope.ts";

/** Cells of a table, row by row. The first row contains the column names. */
export type CsvRows = readonly (readonly (string | number | null)[])[];

/** Returns a table as CSV (RFC 4180). Null becomes an empty cell. */
export function csvAnswer(rows: CsvRows): Answer {
  const body = rows.map((row) => `${row.map(cell).join(",")}\r\n`).join("");
  return { status: 200, headers: textHeaders("text/csv; charset=utf-8; header=present"), body };
}

/** True if a client prefers CSV to our JSON envelope. */
export function asksForCsv(accept: string | undefined): boolean {
  return /(?:^|,)\s*text\/csv\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i.test(accept ?? "");
}

/** Characters that spreadsheets treat as the start of a formula, including full-width forms and characters that they skip first. */
const formulaBeginnings = "=+-@\t\r\n\0\uff1d\uff0b\uff0d\uff20";

function cell(value: string | number | null): string {
  if (value === null) return "";
  if (typeof value === "number") return String(value);
  // Names come from other people, and a spreadsheet would run such text as a formula.
  const text = value !== "" && formulaBeginnings.includes(value.charAt(0)) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

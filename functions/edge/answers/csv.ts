import type { Answer } from "./answer.ts";
import { textHeaders } from "./envelope.ts";

/** A table's cells, row by row. The first row names the columns. */
export type CsvRows = readonly (readonly (string | number | null)[])[];

/** A table as CSV (RFC 4180). An empty cell stands for null. */
export function csvAnswer(rows: CsvRows): Answer {
  const body = rows.map((row) => `${row.map(cell).join(",")}\r\n`).join("");
  return { status: 200, headers: textHeaders("text/csv; charset=utf-8; header=present"), body };
}

/** Whether a caller wants a table in place of our envelope. */
export function asksForCsv(accept: string | undefined): boolean {
  return /(?:^|,)\s*text\/csv\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i.test(accept ?? "");
}

/** What spreadsheets take for the beginning of a formula, also in the wide forms of East Asian writing and behind what they pass over. */
const formulaBeginnings = "=+-@\t\r\n\0\uff1d\uff0b\uff0d\uff20";

function cell(value: string | number | null): string {
  if (value === null) return "";
  if (typeof value === "number") return String(value);
  // A spreadsheet would take text that begins so for a formula: names are other people's.
  const text = value !== "" && formulaBeginnings.includes(value.charAt(0)) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

import { type ChartData, notesOn, stepsIn } from "./chart-data.ts";

/** Returns a chart as CSV (RFC 4180), with a row for each step, a column for each series, and a column for notes. */
export function chartCsv(data: ChartData, heads: { readonly from: string; readonly notes: string }): string {
  const rows: (string | number | null)[][] = [[heads.from, ...data.series.map(({ name }) => name), heads.notes]];
  for (let step = 0; step < stepsIn(data); step += 1)
    rows.push([
      new Date(data.from + step * data.stepMs).toISOString(),
      ...data.series.map(({ values }) => values[step] ?? null),
      notesOn(data, step).join("; "),
    ]);
  return rows.map((row) => `${row.map(cell).join(",")}\r\n`).join("");
}

function cell(value: string | number | null): string {
  if (value === null) return "";
  if (typeof value === "number") return String(value);
  // Spreadsheets would run text with such a prefix as a formula, and names can come from other users.
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

import type { Table } from "./finding.ts";

/** Formats a number for readers. */
export function shown(value: number): string {
  if (Number.isNaN(value)) return "-";
  if (value === Infinity) return "never";
  if (Number.isInteger(value) || Math.abs(value) >= 1_000) return Math.round(value).toLocaleString("en");
  return value.toFixed(Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 3);
}

/** Returns a table as text with aligned columns. */
export function printed({ title, columns, rows }: Table): string {
  const cells = [columns, ...rows.map((row) => row.map(shownCell))];
  // A shorter row contains a remark, which isn't part of a column.
  const widths = columns.map((_, at) =>
    Math.max(...cells.filter((row) => row.length === columns.length).map((row) => row[at]?.length ?? 0)),
  );
  const lines = cells.map((row) =>
    row.map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))).join("  "),
  );
  return [`\n${title}`, ...lines.map((line) => `  ${line.trimEnd()}`)].join("\n");
}

/** Returns a table in Markdown, with columns of numbers aligned right. */
export function markdown({ title, columns, rows }: Table): string {
  const line = (cells: readonly string[]) => `| ${columns.map((_, at) => escaped(cells[at] ?? "")).join(" | ")} |`;
  const rules = columns.map((_, at) => (rows.some((row) => typeof row[at] === "number") ? "--:" : "---"));
  const lines = [line(columns), `| ${rules.join(" | ")} |`, ...rows.map((row) => line(row.map(shownCell)))];
  return [`### ${title}`, "", ...lines].join("\n");
}

function shownCell(cell: string | number): string {
  return typeof cell === "number" ? shown(cell) : cell;
}

function escaped(text: string): string {
  return text.replaceAll("|", "\\|").replaceAll("\n", " ");
}

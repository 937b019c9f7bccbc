/** Returns the lines of a table with a border; none without rows. */
export function tableText(titles: readonly string[], rows: readonly (readonly string[])[]): readonly string[] {
  if (rows.length === 0) return [];
  const widths = titles.map((title, at) => Math.max(title.length, ...rows.map((row) => (row[at] ?? "").length)));
  const frame = `+${widths.map((width) => "-".repeat(width + 2)).join("+")}+`;
  const line = (cells: readonly string[]): string =>
    `|${widths.map((width, at) => ` ${(cells[at] ?? "").padEnd(width)} `).join("|")}|`;
  return [frame, line(titles), frame, ...rows.map(line), frame];
}

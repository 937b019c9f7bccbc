/** Row of a response. */
export type Row = Readonly<Record<string, unknown>>;

/** Returns a table with a column for each plain field that any row has. Without a width, cells aren't shortened. */
export function table(rows: readonly Row[], width?: number): string {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))].filter((name) =>
    rows.some((row) => isPlain(row[name]) && row[name] !== null),
  );
  const cells = [names.map(heading), ...rows.map((row) => names.map((name) => cell(row[name])))];
  const widths = fitted(
    names.map((_, column) => Math.max(...cells.map((line) => line[column]?.length ?? 0))),
    width,
  );
  return cells
    .map((line) =>
      line
        .slice(0, widths.length)
        .map((text, column) => shortened(text, widths[column] ?? 0).padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

/** Returns a line for each field of an object. */
export function fieldList(row: Row): string {
  const names = Object.keys(row);
  const width = Math.max(0, ...names.map((name) => heading(name).length));
  return names.map((name) => `${heading(name).padEnd(width)}  ${cell(row[name])}`).join("\n");
}

/** Replaces control characters, which could change a terminal: names and logs come from other people. */
export function visible(text: string): string {
  return text.replace(/[^\P{Cc}\t]|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, "?");
}

const maxCell = 60;
const minCell = 8;

/** Returns widths that fit the terminal: long cells are shortened first, then columns at the end are left out. */
function fitted(widths: readonly number[], available: number | undefined): readonly number[] {
  if (available === undefined) return widths;
  const limited = widths.map((width) => Math.min(width, maxCell));
  const shown: number[] = [];
  let used = 0;
  for (const width of limited) {
    const rest = available - used;
    if (shown.length > 0 && rest < Math.min(width, minCell)) break;
    shown.push(Math.min(width, Math.max(rest, minCell)));
    used += (shown.at(-1) ?? 0) + 2;
  }
  return shown;
}

function shortened(text: string, width: number): string {
  return text.length <= width ? text : `${text.slice(0, Math.max(0, width - 1))}…`;
}

function heading(name: string): string {
  return name
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .replaceAll(/[_-]/g, " ")
    .toUpperCase();
}

function isPlain(value: unknown): boolean {
  return typeof value !== "object" || value === null || (Array.isArray(value) && value.every(isScalar));
}

function isScalar(value: unknown): boolean {
  return typeof value !== "object" || value === null;
}

function cell(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (Array.isArray(value) && value.every(isScalar)) return visible(value.join(", "));
  return visible(typeof value === "object" ? JSON.stringify(value) : String(value));
}

import { leadingTime } from "#shared/logs/format/log-time.ts";

/** Line of a log by column name, and its time in milliseconds since the epoch. */
export interface ColumnsOfLine {
  readonly at: number;
  readonly column: (name: string) => string | undefined;
}

/**
 * Returns a reader of lines whose columns are named in a log's first line, or else in the usual order: a release may have added some. It
 * returns undefined for lines without a time.
 */
export function columnReader(firstLine: string, usual: readonly string[]): (line: string) => ColumnsOfLine | undefined {
  const names = namesIn(firstLine, usual);
  const places = new Map(names.map((name, place) => [name.toLowerCase(), place]));
  return (line) => {
    const at = leadingTime(line);
    if (at === undefined) return undefined;
    const fields = line.split("\t");
    return {
      at,
      column(name) {
        const place = places.get(name.toLowerCase());
        return place === undefined ? undefined : fields[place]?.trim();
      },
    };
  };
}

/** Returns the names in a heading if it has at least half of the usual ones: it may be in another language. */
function namesIn(firstLine: string, usual: readonly string[]): readonly string[] {
  const names = firstLine
    .replace(/^\uFEFF/, "")
    .split("\t")
    .map((name) => name.trim());
  const given = new Set(names.map((name) => name.toLowerCase()));
  const known = usual.filter((name) => given.has(name.toLowerCase()));
  return known.length * 2 >= usual.length ? names : usual;
}

/** Returns a number of at least 0: FileMaker Server sometimes writes negative ones. Undefined if there is no number. */
export function amount(text: string | undefined): number | undefined {
  if (text === undefined || text === "") return undefined;
  const value = Number(text);
  return Number.isFinite(value) ? Math.max(0, value) : undefined;
}

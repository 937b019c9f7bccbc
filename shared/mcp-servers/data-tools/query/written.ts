import type { DataColumn } from "../schema/tables.ts";

/** Reserved words, which are names only in quotation marks. */
const words = new Set(
  (
    "and or not eq ne gt ge lt le in add sub mul div mod asc desc null true false id has any all cast isof now " +
    "contains startswith endswith length indexof substring tolower toupper trim concat year month day hour minute " +
    "second date time round floor ceiling"
  ).split(" "),
);

/** Returns a field name for a query, quoted if it isn't a plain word. */
export function writtenName({ name }: Pick<DataColumn, "name">): string {
  const [, base = name, repetition = ""] = /^(.+?)(\[\d+\])$/s.exec(name) ?? [];
  const isPlain = /^[A-Za-z][A-Za-z0-9_]*$/.test(base) && !words.has(base.toLowerCase());
  return (isPlain ? base : `"${base}"`) + repetition;
}

export function writtenText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** Returns the query string of a URL. */
export function queryString(options: Readonly<Record<string, string | number | undefined>>): string {
  const given = Object.entries(options).filter(([, value]) => value !== undefined && value !== "");
  if (given.length === 0) return "";
  return `?${given.map(([name, value]) => `$${name}=${encodedForParser(String(value))}`).join("&")}`;
}

/**
 * Encodes a value for FileMaker Server's own parser, which looks for delimiters before it decodes: commas, dollar signs and the colons of
 * times stay as they are. Spaces are %20.
 */
function encodedForParser(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replace(/%(?:2C|24|3A)/g, decodeURIComponent);
}

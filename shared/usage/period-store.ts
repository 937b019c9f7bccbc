import * as z from "zod";
import { storedRecord } from "#shared/contract/stored-record.ts";
import { allItems } from "#shared/ports/all-items.ts";
import type { Key, NewItem, Table } from "#shared/ports/table.ts";
import type { LabelName } from "./metrics/contract.ts";
import { type Labels, type Row, Totals } from "./series.ts";

/** Query for rows: the labels to group by and the required label values. */
export interface RowQuestion {
  readonly by: readonly LabelName[];
  readonly where: Labels;
}

/** Rows of one location, in as many numbered items as needed. */
const Rows = storedRecord("usage/period-rows", 1, { chunks: z.int().min(1), rows: z.string() });

/** First item of a period. `parts`: number of partitions that rows by key and file are spread over; 0 if they are in this item. */
export const PeriodHead = z.object({ ...Rows.shape, parts: z.int().min(0).default(0) });

/** Maximum text length of a period that is stored in a single item. */
const longestWhole = 10_000;
/** Target text length of a part when there are many rows, so that the rows of one key are read quickly. */
const usualPart = 12_000;
const maxParts = 64;
/** Maximum text length in an item, so that it stays below DynamoDB's 400 KB limit with any characters. */
const longestRows = 100_000;

/**
 * Writes the rows of a period. If there are many, rows by key and file go to separate partitions: spread by key, merged without key, and
 * merged without key and file, which is what most charts need. The first item is written last: without it, the others are not read.
 */
export async function putPeriod(
  table: Pick<Table, "put">,
  { pk, sk }: Key,
  head: NewItem["fields"],
  rows: readonly Row[],
  keptUntil: number,
): Promise<void> {
  const put = async (place: string, texts: readonly string[], fields: NewItem["fields"] = {}): Promise<void> => {
    const expiresAt = Math.ceil(keptUntil / 1000);
    for (const [number, text] of [...texts.entries()].reverse()) {
      const own = { ...(number === 0 && fields), schema: 1, chunks: texts.length, rows: text };
      await table.put({ pk: place, sk: chunkName(sk, number), fields: own, expiresAt });
    }
  };
  const whole = chunked(rows);
  const length = whole.reduce((sum, text) => sum + text.length, 0);
  if (length <= longestWhole) return put(pk, whole, { ...head, parts: 0 });

  const parts = Math.min(maxParts, 4 ** Math.ceil(Math.log(length / usualPart) / Math.log(4)));
  const [spread, own] = [rows.filter(isOfKeyOrFile), rows.filter((row) => !isOfKeyOrFile(row))];
  const byPart = Map.groupBy(spread, ({ labels }) => partOf(labels.key, parts));
  const byFile = sumsOf(spread, ["key"]);
  await Promise.all([
    ...[...byPart].map(([part, ofPart]) => put(partName(pk, parts, part), chunked(ofPart))),
    put(filesName(pk), chunked(byFile)),
    put(sumsName(pk), chunked(sumsOf(byFile, ["file"]))),
  ]);
  await put(pk, chunked(own), { ...head, parts });
}

/** Reads the periods of a partition. Leftovers from an older form of a period are ignored. */
export async function readPeriods<Head extends z.infer<typeof PeriodHead>>(
  table: Pick<Table, "query">,
  place: { readonly pk: string; readonly prefix?: string },
  schema: z.ZodType<Head>,
  question?: RowQuestion,
): Promise<{ readonly name: string; readonly head: Head; readonly rows: Row[] }[]> {
  const parts = textsOf(question?.where);
  const periods = await wholeItems(table, place, schema, parts);
  for (const { isOf, pk } of placesBeside(place.pk, new Set(periods.map(({ head }) => head.parts)), question)) {
    const beside = await wholeItems(table, { ...place, pk }, Rows, parts);
    const rowsByName = new Map(beside.map(({ name, rows }) => [name, rows]));
    for (const { name, head, rows } of periods)
      if (isOf(head.parts)) for (const row of rowsByName.get(name) ?? []) rows.push(row);
  }
  return periods;
}

/** Returns the partitions with the other rows that a query needs. */
function placesBeside(
  pk: string,
  counts: ReadonlySet<number>,
  question: RowQuestion | undefined,
): { readonly pk: string; isOf(parts: number): boolean }[] {
  const spread = [...counts].filter((parts) => parts > 0);
  if (spread.length === 0) return [];
  const names = question && [...question.by, ...Object.keys(question.where)];
  if (names !== undefined && !names.includes("key"))
    return [{ pk: names.includes("file") ? filesName(pk) : sumsName(pk), isOf: (parts) => parts > 0 }];
  const key = question?.where.key;
  return spread.flatMap((count) => {
    const wanted = key === undefined ? Array.from({ length: count }, (_, part) => part) : [partOf(key, count)];
    return wanted.map((part) => ({ pk: partName(pk, count, part), isOf: (parts: number) => parts === count }));
  });
}

function isOfKeyOrFile({ labels }: Row): boolean {
  return labels.key !== undefined || labels.file !== undefined;
}

/** Merges rows without some of their labels. */
function sumsOf(rows: readonly Row[], without: readonly LabelName[]): Row[] {
  const totals = new Totals();
  for (const { labels, values } of rows) {
    const kept = Object.entries(labels).filter(([label]) => !without.includes(label as LabelName));
    totals.addRows([{ labels: Object.fromEntries(kept), values }]);
  }
  return totals.rows();
}

function filesName(pk: string): string {
  return `${pk}#files`;
}

function sumsName(pk: string): string {
  return `${pk}#sums`;
}

function partName(pk: string, parts: number, part: number): string {
  return `${pk}#${parts}-${part}`;
}

/** Returns the number of the part with a key's rows. */
function partOf(key = "", parts: number): number {
  let sum = 0;
  for (const letter of key) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 1_000_003;
  return sum % parts;
}

function chunkName(name: string, number: number): string {
  return `${name}#${String(number).padStart(4, "0")}`;
}

/** Returns rows as text, in chunks that fit into an item. */
function chunked(rows: readonly Row[]): string[] {
  const chunks: string[][] = [[]];
  let length = 0;
  for (const { labels, values } of rows) {
    const text = JSON.stringify([labels, values]);
    if (length > 0 && length + text.length > longestRows) {
      chunks.push([]);
      length = 0;
    }
    length += text.length + 1;
    chunks.at(-1)?.push(text);
  }
  return chunks.map((texts) => `[${texts.join(between)}]`);
}

/**
 * Separator between rows. It can't occur within a row, because JSON escapes line breaks as `
 * `.
 */
const between = ",\n";

/** Returns the texts that a row with these labels contains. */
function textsOf(where: Labels = {}): string[] {
  return Object.entries(where).map(([label, value]) => `${JSON.stringify(label)}:${JSON.stringify(value)}`);
}

/**
 * Parses the rows of an item. With a filter, rows are first selected by their text, because parsing all of them takes most of a chart's
 * time.
 */
function rowsIn(text: string, wanted: readonly string[]): Row[] {
  const json =
    wanted.length === 0
      ? text
      : `[${text
          .slice(1, -1)
          .split(between)
          .filter((row) => wanted.every((part) => row.includes(part)))
          .join(between)}]`;
  return (JSON.parse(json) as [Row["labels"], Row["values"]][]).map(([labels, values]) => ({ labels, values }));
}

/** Number of items per read; other calls can run between two pages. */
const itemsPerPage = 60;

/** Yields the items of a partition, each with all of its rows that contain these texts. */
async function wholeItems<Head extends z.infer<typeof Rows>>(
  table: Pick<Table, "query">,
  place: { readonly pk: string; readonly prefix?: string },
  schema: z.ZodType<Head>,
  wanted: readonly string[],
): Promise<{ readonly name: string; readonly head: Head; readonly rows: Row[] }[]> {
  const found: { readonly name: string; readonly head: Head; readonly rows: Row[] }[] = [];
  for await (const { sk, fields } of allItems(table, { ...place, limit: itemsPerPage })) {
    const end = sk.lastIndexOf("#");
    const [name, number] = [sk.slice(0, end), Number(sk.slice(end + 1))];
    if (number === 0) {
      const head = schema.parse(fields);
      found.push({ name, head, rows: rowsIn(head.rows, wanted) });
      continue;
    }
    const known = found.at(-1);
    if (known?.name === name && number < known.head.chunks) known.rows.push(...rowsIn(Rows.parse(fields).rows, wanted));
  }
  return found;
}

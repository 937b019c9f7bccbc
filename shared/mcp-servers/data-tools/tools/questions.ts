import { bodyOf, rowsOf } from "../answers.ts";
import {
  type Arguments,
  type DataContext,
  filterInput,
  namesInput,
  readingTool,
  recordIdInput,
  tableInput,
} from "../data-tool.ts";
import { writtenFilter } from "../query/filter.ts";
import { queryString, writtenName } from "../query/written.ts";
import { type ShownRecord, shownRecord } from "../records.ts";
import { DataRefused } from "../refused.ts";
import { columnNamed, type DataTable, tableNamed } from "../schema/tables.ts";

const usualRows = 20;
const maxRows = 100;
/** Maximum size of a page in bytes. Pages of long records end earlier, and their cursor leads to the rest. */
const maxPageBytes = 50_000;

const queryRecords = readingTool(
  "query_records",
  {
    title: "Find records",
    description:
      "Finds records of a table. Leaves out empty fields, container data and long texts. Select the fields that you need.",
    input: {
      table: tableInput,
      filter: filterInput,
      select: namesInput("Fields to return; default: all except containers and summaries", 100),
      order_by: namesInput('Fields to sort by; append " desc" to a name to sort in descending order', 10),
      limit: { type: "integer", minimum: 1, maximum: maxRows, default: usualRows },
      cursor: { type: "string", maxLength: 4_000, description: "next_cursor of the previous page" },
    },
    required: ["table"],
    output: { records: { type: "array", items: { type: "object" } }, next_cursor: { type: "string" } },
  },
  async (given, { tables, ask, position, cursor }) => {
    const table = tableNamed(tables, given.table);
    const limit = Number(given.limit ?? usualRows);
    const skip = typeof position === "number" ? position : 0;
    const query = queryString({
      filter: filterOf(table, given),
      select: selectOf(table, given.select, { takesContainers: false }),
      orderby: orderOf(table, given.order_by),
      // One record more than requested shows if there are more.
      top: limit + 1,
      ...(skip > 0 && { skip }),
    });
    const rows = rowsOf(await ask({ method: "GET", table, query }));
    const records = fitting(rows.slice(0, limit).map((row) => shownRecord(table, row)));
    const isMore = records.length < rows.length;
    return { records, ...(isMore && { next_cursor: await cursor(skip + records.length) }) };
  },
);

const getRecord = readingTool(
  "get_record",
  {
    title: "Read a record",
    description:
      "Reads one record by its record_id. With a single field in select, it returns the whole field regardless of its length.",
    input: { table: tableInput, record_id: recordIdInput, select: namesInput("Fields to return", 100) },
    required: ["table", "record_id"],
    output: { record: { type: "object" } },
  },
  async ({ table: name, record_id: id, select }, { tables, ask }) => {
    const table = tableNamed(tables, name);
    const query = queryString({ select: selectOf(table, select, { takesContainers: true }) });
    const row = bodyOf(await ask({ method: "GET", table, recordId: id, query }));
    const [only, ...more] = Array.isArray(select) ? select.map(String) : [];
    const isWhole = only !== undefined && more.length === 0 && columnNamed(table, only).field.type !== "container";
    return { record: shownRecord(table, row, isWhole) };
  },
);

const countRecords = readingTool(
  "count_records",
  {
    title: "Count records",
    description: "Counts the records of a table, or the records that match a filter.",
    input: { table: tableInput, filter: filterInput },
    required: ["table"],
    output: { count: { type: "integer" } },
  },
  async (given, { tables, ask }) => {
    const table = tableNamed(tables, given.table);
    return { count: await countOf(table, filterOf(table, given), ask) };
  },
);

/**
 * Counts records. Some servers refuse the path `/$count`, and some count 0 without a row.
 * @throws DataRefused
 */
export async function countOf(table: DataTable, filter: string | undefined, ask: DataContext["ask"]): Promise<number> {
  const [field] = [...table.fields.values()].filter(({ type, isSummary }) => type !== "container" && !isSummary);
  const query = queryString({ filter, select: field && writtenName(field), count: "true", top: 1 });
  const body = bodyOf(await ask({ method: "GET", table, query }));
  const count = Number(body["@count"] ?? body["@odata.count"] ?? Number.NaN);
  if (!Number.isInteger(count))
    throw new DataRefused("FileMaker Server did not return a count.", { how: "unavailable" });
  return count;
}

/**
 * Returns the filter for OData; undefined if there is none.
 * @throws DataRefused
 */
export function filterOf(table: DataTable, { filter }: Arguments): string | undefined {
  return typeof filter === "string" && filter.trim() !== "" ? writtenFilter(table, filter) : undefined;
}

function selectOf(
  table: DataTable,
  select: unknown,
  { takesContainers }: { readonly takesContainers: boolean },
): string | undefined {
  if (!Array.isArray(select) || select.length === 0) return undefined;
  const columns = select.map((name) => columnNamed(table, String(name)));
  if (!takesContainers && columns.some(({ field }) => field.type === "container"))
    throw new DataRefused("Only get_record can read containers, one record at a time.");
  return [...new Set(columns.map(writtenName))].join(",");
}

function orderOf(table: DataTable, order: unknown): string | undefined {
  if (!Array.isArray(order)) return undefined;
  const written = order.map((rule) => {
    const [, name = "", direction = "asc"] = /^(.*?)(?:\s+(asc|desc))?$/is.exec(String(rule).trim()) ?? [];
    return `${writtenName(columnNamed(table, name))} ${direction.toLowerCase()}`;
  });
  return written.join(",");
}

/** Returns the records that fit on a page, at least one. */
function fitting(records: readonly ShownRecord[]): readonly ShownRecord[] {
  let bytes = 0;
  const end = records.findIndex((record, at) => {
    bytes += Buffer.byteLength(JSON.stringify(record)) + 1;
    return at > 0 && bytes > maxPageBytes;
  });
  return end < 0 ? records : records.slice(0, end);
}

export const questionTools = [queryRecords, getRecord, countRecords];

import type { LiveRecord } from "../world/live/live-table.ts";
import type { Occurrence } from "../world/live/occurrences.ts";
import { findColumn } from "./columns.ts";
import type { ViewCall } from "./odata-call.ts";
import { syntaxError, unknownField } from "./odata-error.ts";
import { compareValues } from "./query/compare-values.ts";
import { readName } from "./query/identifier.ts";
import { splitTop } from "./query/split-top.ts";
import type { Value } from "./query/value.ts";
import { columnCell, columnValue } from "./read-value.ts";
import { NO_GLOBALS } from "./record-filter.ts";

/** Sorts records by `$orderby`, with a stable sort. @throws ODataError */
export function sortRecords(
  call: ViewCall,
  occurrence: Occurrence,
  records: readonly LiveRecord[],
  orderby: string | undefined,
): readonly LiveRecord[] {
  const readContext = { globals: NO_GLOBALS, found: records };
  return orderOf(records, orderby, (name) => {
    const column = findColumn(call, occurrence, name);
    if (column === undefined) return undefined;
    return (record) => columnValue(column, columnCell(occurrence, column, record, readContext));
  });
}

/** Sorts rows of any kind by `$orderby`. @throws ODataError 8309 for a name that the rows don't have */
export function orderOf<Row>(
  rows: readonly Row[],
  orderby: string | undefined,
  reader: (name: string) => ((row: Row) => Value) | undefined,
): readonly Row[] {
  if (orderby === undefined || orderby === "") return rows;
  const rules = splitTop(orderby, ",").map((part) => {
    const [, name = part, direction = "asc"] = /^(.*?)(?:\s+(asc|desc))?$/.exec(part) ?? [];
    // Functions aren't supported here.
    if (name.includes("(")) throw syntaxError(name.slice(name.indexOf("(")));
    const read = reader(readName(name));
    if (read === undefined) throw unknownField(readName(name));
    return { read, sign: direction === "desc" ? -1 : 1 };
  });
  const keyed = rows.map((row) => ({ row, keys: rules.map(({ read }) => read(row)) }));
  keyed.sort((a, b) => {
    for (const [at, { sign }] of rules.entries()) {
      const order = compareKeys(a.keys[at] ?? null, b.keys[at] ?? null) * sign;
      if (order !== 0) return order;
    }
    return 0;
  });
  return keyed.map(({ row }) => row);
}

/** Compares sort keys; empty comes first. */
function compareKeys(a: Value, b: Value): number {
  if (a === null || b === null) return Number(a !== null) - Number(b !== null);
  if (typeof a === "string" && typeof b === "string") return collator.compare(a, b);
  return compareValues(a, b) ?? 0;
}

const collator = new Intl.Collator("en", { sensitivity: "base" });

import type { LiveDatabase } from "../../world/live/live-database.ts";
import type { LiveRecord } from "../../world/live/live-table.ts";
import { pathBetween, relatedRecords } from "../../world/live/occurrences.ts";
import type { ValueList } from "../../world/schema/database-schema.ts";
import { cellText } from "../../world/values/cell.ts";
import { type ReadContext, readCell } from "../../world/values/read-cell.ts";

/** Returns the values of a list; a list of related values is empty without a record. */
export function valueListValues(
  database: LiveDatabase,
  list: ValueList,
  record?: LiveRecord,
  globals: ReadContext["globals"] = new Map(),
): readonly { readonly value: string; readonly displayValue: string }[] {
  if ("values" in list) return list.values.map((value) => ({ value, displayValue: value }));
  const [occurrenceName = "", fieldName = ""] = list.field.split("::");
  const occurrence = database.occurrences.get(occurrenceName.toLowerCase());
  const field = occurrence?.table.fields.get(fieldName.toLowerCase());
  if (occurrence === undefined || field === undefined) return [];
  const display =
    occurrence.table.fields.get((list.display ?? list.field).split("::")[1]?.toLowerCase() ?? "") ?? field;
  let records: Iterable<LiveRecord> = occurrence.table.records.values();
  if (list.relatedTo !== undefined) {
    const from = database.occurrences.get(list.relatedTo.toLowerCase());
    const path = from && pathBetween(from, occurrence);
    if (record === undefined || path === undefined) return [];
    records = relatedRecords(record, path, globals);
  }
  const seen = new Map<string, string>();
  const readContext = { globals };
  for (const each of records) {
    const value = cellText(readCell(readContext, occurrence.table, each, field, 1));
    if (value !== "" && !seen.has(value))
      seen.set(value, cellText(readCell(readContext, occurrence.table, each, display, 1)));
  }
  return [...seen]
    .map(([value, displayValue]) => ({ value, displayValue }))
    .sort((a, b) => (a.value < b.value ? -1 : 1));
}

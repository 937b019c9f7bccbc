import type { LiveRecord } from "../../world/live/live-table.ts";
import { relatedRecords } from "../../world/live/occurrences.ts";
import type { PlacedCell } from "../../world/live/placed-item.ts";
import type { Cell } from "../../world/values/cell.ts";
import { type ReadContext, readCell } from "../../world/values/read-cell.ts";

/** Returns a cell's value from the context of a record; for a related field, that of the first related record. */
export function cellFrom(readContext: ReadContext, { item, repetition }: PlacedCell, record: LiveRecord): Cell {
  const related = item.path.length === 0 ? undefined : relatedRecords(record, item.path, readContext.globals);
  const holder = related === undefined ? record : related[0];
  // A global field has its value even without a related record.
  if (holder === undefined && !item.field.global) return "";
  // A related summary covers the related records, not the found set.
  const seen = related === undefined ? readContext : { ...readContext, found: related };
  return readCell(seen, item.occurrence.table, holder ?? record, item.field, repetition);
}

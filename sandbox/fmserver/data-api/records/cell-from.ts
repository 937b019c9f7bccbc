import type { LiveRecord } from "../../world/live/live-table.ts";
import { relatedRecords } from "../../world/live/occurrences.ts";
import type { PlacedCell } from "../../world/live/placed-item.ts";
import type { Cell } from "../../world/values/cell.ts";
import { type ReadContext, readCell } from "../../world/values/read-cell.ts";

/** What the cell holds, seen from a record; a related field shows the first related record's. */
export function cellFrom(readContext: ReadContext, { item, repetition }: PlacedCell, record: LiveRecord): Cell {
  const related = item.path.length === 0 ? undefined : relatedRecords(record, item.path, readContext.globals);
  const holder = related === undefined ? record : related[0];
  // A global field has its value even where no record is related.
  if (holder === undefined && !item.field.global) return "";
  // A related summary stands for the related records, not for the found set.
  const seen = related === undefined ? readContext : { ...readContext, found: related };
  return readCell(seen, item.occurrence.table, holder ?? record, item.field, repetition);
}

import type { Cell } from "../world/cell.ts";
import type { PlacedCell } from "../world/live-layout.ts";
import type { LiveRecord } from "../world/live-table.ts";
import { relatedRecords } from "../world/occurrences.ts";
import { type Looker, readCell } from "../world/read-cell.ts";

/** What the cell holds, seen from a record; a related field shows the first related record's. */
export function cellFrom(looker: Looker, { item, repetition }: PlacedCell, record: LiveRecord): Cell {
  const holder = item.path.length === 0 ? record : relatedRecords(record, item.path)[0];
  // A global field has its value even where no record is related.
  if (holder === undefined && !item.field.global) return "";
  return readCell(looker, item.occurrence.table, holder ?? record, item.field, repetition);
}

import type { LiveRecord, LiveTable } from "../live/live-table.ts";
import { type Occurrence, relatedRecords } from "../live/occurrences.ts";
import type { Cell } from "../values/cell.ts";

interface RecordToDelete {
  readonly table: LiveTable;
  readonly record: LiveRecord;
}

/** Returns a record and all records that are deleted with it because of relationships, without duplicates. */
export function withRelated(
  occurrence: Occurrence,
  record: LiveRecord,
  globals: ReadonlyMap<string, Cell> = new Map(),
): readonly RecordToDelete[] {
  const toDelete = new Map<LiveRecord, RecordToDelete>();
  const visit = (from: Occurrence, next: LiveRecord): void => {
    if (toDelete.has(next)) return;
    toDelete.set(next, { table: from.table, record: next });
    for (const hop of from.hops) {
      if (hop.deletes) for (const related of relatedRecords(next, [hop], globals)) visit(hop.to, related);
    }
  };
  visit(occurrence, record);
  return [...toDelete.values()];
}

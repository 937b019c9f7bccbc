import type { LiveRecord, LiveTable } from "./live-table.ts";
import { type Occurrence, relatedRecords } from "./occurrences.ts";

interface Doomed {
  readonly table: LiveTable;
  readonly record: LiveRecord;
}

/** A record, and all those that its relationships say are deleted with it, each once. */
export function withRelated(occurrence: Occurrence, record: LiveRecord): readonly Doomed[] {
  const doomed = new Map<LiveRecord, Doomed>();
  const visit = (place: Occurrence, next: LiveRecord): void => {
    if (doomed.has(next)) return;
    doomed.set(next, { table: place.table, record: next });
    for (const hop of place.hops) {
      if (hop.deletes) for (const related of relatedRecords(next, [hop])) visit(hop.to, related);
    }
  };
  visit(occurrence, record);
  return [...doomed.values()];
}

import { FmError } from "../../fm-error.ts";
import type { LiveDatabase } from "../../world/live/live-database.ts";
import type { LiveRecord } from "../../world/live/live-table.ts";
import { relatedRecords } from "../../world/live/occurrences.ts";
import { cellsByKey, type PlacedCell, type PlacedItem } from "../../world/live/placed-item.ts";
import { type Cell, cellText } from "../../world/values/cell.ts";
import type { DateOrder } from "../../world/values/date-text.ts";
import { type ReadContext, readCell } from "../../world/values/read-cell.ts";
import { compileCriterion } from "./criterion.ts";
import type { CriterionContext } from "./criterion-context.ts";

/** Returns a test for records that match all criteria. @throws FmError 102, 400 or a criterion's own. */
export function matchesAll(
  database: LiveDatabase,
  place: { readonly items: readonly PlacedItem[] },
  criteria: Readonly<Record<string, string>>,
  readContext: ReadContext,
  context: Partial<CriterionContext> & { readonly dateOrder?: DateOrder; readonly records?: Iterable<LiveRecord> } = {},
): (record: LiveRecord) => boolean {
  const cells = cellsByKey(place.items);
  const tests = Object.entries(criteria).map(([name, criterion]) => {
    const cell = cells.get(name.toLowerCase());
    if (cell === undefined) throw new FmError("102");
    // Globals can't be used in a find.
    if (cell.item.field.global) throw new FmError("400");
    const read = readings(cell, name, readContext);
    if (criterion.trim() === "!") return duplicateTest(read, context.records ?? []);
    const matches = compileCriterion(cell.item.field.type, criterion, {
      dateOrder: context.dateOrder ?? database.definition.dateFormat,
      today: context.today ?? "",
    });
    return (record: LiveRecord) => read(record).some(matches);
  });
  return (record) => tests.every((test) => test(record));
}

/** Returns all values that a criterion can match: those of all related records, and of all repetitions unless one is named. */
function readings(cell: PlacedCell, name: string, readContext: ReadContext): (record: LiveRecord) => readonly Cell[] {
  const { item } = cell;
  const named = /\(\d+\)$/.test(name) || item.field.repetitions === 1;
  const repetitions = named ? [cell.repetition] : Array.from({ length: item.field.repetitions }, (_, at) => at + 1);
  return (record) => {
    const holders = item.path.length === 0 ? [record] : relatedRecords(record, item.path, readContext.globals);
    return holders.flatMap((holder) =>
      repetitions.map((repetition) => readCell(readContext, item.occurrence.table, holder, item.field, repetition)),
    );
  };
}

function duplicateTest(read: (record: LiveRecord) => readonly Cell[], records: Iterable<LiveRecord>) {
  const counts = new Map<string, number>();
  for (const record of records) {
    for (const cell of read(record)) {
      const text = cellText(cell).toLowerCase();
      if (text !== "") counts.set(text, (counts.get(text) ?? 0) + 1);
    }
  }
  return (record: LiveRecord) => read(record).some((cell) => (counts.get(cellText(cell).toLowerCase()) ?? 0) > 1);
}

import type { Field } from "./field-schema.ts";
import type { LiveRecord, LiveTable } from "./live-table.ts";
import { assignCell, type Changer, committed, newRecord, removeRecord } from "./store-record.ts";

/** Changes that happen together or not at all. */
export interface Transaction {
  create(table: LiveTable): LiveRecord;
  assign(table: LiveTable, record: LiveRecord, field: Field, repetition: number, value: string | number): void;
  /** Takes effect at the commit. */
  remove(table: LiveTable, record: LiveRecord): void;
  /** Every record that was made or changed, with the fields that were set. */
  touched(): Iterable<Touched>;
  /** Counts the changes: modification ids grow by one, new records keep theirs. */
  commit(): void;
  rollback(): void;
}

export interface Touched {
  readonly table: LiveTable;
  readonly record: LiveRecord;
  readonly isNew: boolean;
  readonly fields: ReadonlySet<Field>;
}

export function beginTransaction(changer: Changer): Transaction {
  const touched = new Map<
    LiveRecord,
    Touched & { readonly fields: Set<Field>; readonly before: LiveRecord["cells"] }
  >();
  const removals: { readonly table: LiveTable; readonly record: LiveRecord }[] = [];
  const touch = (table: LiveTable, record: LiveRecord, isNew: boolean) => {
    const known = touched.get(record);
    if (known !== undefined) return known;
    const entry = { table, record, isNew, fields: new Set<Field>(), before: new Map(record.cells) };
    touched.set(record, entry);
    return entry;
  };
  return {
    create(table) {
      const record = newRecord(table, changer);
      touch(table, record, true);
      return record;
    },
    assign(table, record, field, repetition, value) {
      touch(table, record, false).fields.add(field);
      assignCell(table, record, field, repetition, value);
    },
    remove(table, record) {
      removals.push({ table, record });
    },
    touched: () => touched.values(),
    commit() {
      for (const { table, record, isNew } of touched.values()) if (!isNew) committed(table, record, changer);
      for (const { table, record } of removals) removeRecord(table, record);
    },
    rollback() {
      for (const { table, record, isNew, before } of touched.values()) {
        if (isNew) {
          removeRecord(table, record);
          continue;
        }
        record.cells.clear();
        for (const [key, cell] of before) record.cells.set(key, cell);
        table.version += 1;
      }
    },
  };
}

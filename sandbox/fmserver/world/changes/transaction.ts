import { announce, type LiveRecord, type LiveTable } from "../live/live-table.ts";
import type { Field } from "../schema/field-schema.ts";
import type { ContainerFile } from "../values/cell.ts";
import { assignCell, type Changer, committed, newRecord, putBack, removeRecord } from "./store-record.ts";

/** Atomic changes. */
export interface Transaction {
  create(table: LiveTable): LiveRecord;
  assign(
    table: LiveTable,
    record: LiveRecord,
    field: Field,
    repetition: number,
    value: string | number | ContainerFile,
  ): void;
  /** Takes effect at the commit. */
  remove(table: LiveTable, record: LiveRecord): void;
  /** Returns created and changed records, with the fields that were set. */
  touched(): Iterable<Touched>;
  /** Commits the changes: modification ids are incremented; those of new records don't change. */
  commit(): Committed;
  rollback(): void;
}

/** Committed changes, which can be reverted until they are announced. */
export interface Committed {
  undo(): void;
  /** Notifies the watchers of the tables. */
  announce(): void;
}

export interface Touched {
  readonly table: LiveTable;
  readonly record: LiveRecord;
  readonly isNew: boolean;
  readonly fields: ReadonlySet<Field>;
}

interface Before {
  readonly modId: number;
  readonly cells: LiveRecord["cells"];
}

export function beginTransaction(changer: Changer): Transaction {
  const touched = new Map<LiveRecord, Touched & { readonly fields: Set<Field>; readonly before: Before }>();
  const removals: { readonly table: LiveTable; readonly record: LiveRecord }[] = [];
  const touch = (table: LiveTable, record: LiveRecord, isNew: boolean) => {
    const known = touched.get(record);
    if (known !== undefined) return known;
    const before = { modId: record.modId, cells: new Map(record.cells) };
    const entry = { table, record, isNew, fields: new Set<Field>(), before };
    touched.set(record, entry);
    return entry;
  };
  const rollback = (): void => {
    for (const { table, record, isNew, before } of touched.values()) {
      if (isNew) {
        removeRecord(table, record);
        continue;
      }
      record.modId = before.modId;
      record.cells.clear();
      for (const [key, cell] of before.cells) record.cells.set(key, cell);
      table.version += 1;
    }
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
      const orders = new Map(removals.map(({ table }) => [table, [...table.records.keys()]]));
      for (const { table, record } of removals) removeRecord(table, record);
      return {
        undo() {
          for (const { table, record } of removals) putBack(table, record, orders.get(table) ?? []);
          rollback();
        },
        announce() {
          for (const { table, record, isNew } of touched.values()) {
            announce(table, isNew ? "ADD" : "UPDATE", [record.id]);
          }
          for (const table of orders.keys()) {
            announce(
              table,
              "DELETE",
              removals.filter((one) => one.table === table).map(({ record }) => record.id),
            );
          }
        },
      };
    },
    rollback,
  };
}

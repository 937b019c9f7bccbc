import { randomUUID } from "node:crypto";
import type { TimeSource } from "../../clock.ts";
import type { LiveRecord, LiveTable } from "../live/live-table.ts";
import type { LiveWorld } from "../live/live-world.ts";
import type { AutoEnter, Field } from "../schema/field-schema.ts";
import { type Cell, type ContainerFile, cellKey, normalCell } from "../values/cell.ts";
import { isoAt } from "../values/date-text.ts";

/** User and time of a change. */
export interface Changer {
  readonly account: string;
  readonly clock: TimeSource;
  readonly world: LiveWorld;
}

/** Adds a record with its auto-enter values; ids aren't reused. */
export function newRecord(table: LiveTable, changer: Changer): LiveRecord {
  const record: LiveRecord = { id: table.nextRecordId, modId: 0, cells: new Map() };
  table.nextRecordId += 1;
  table.records.set(record.id, record);
  table.version += 1;
  for (const field of table.fields.values()) {
    if (field.autoEnter !== undefined)
      assignCell(table, record, field, 1, entered(table, field, field.autoEnter, changer));
  }
  return record;
}

/** Stores a value in a record in its stored form. */
export function assignCell(
  table: LiveTable,
  record: LiveRecord,
  field: Field,
  repetition: number,
  value: string | number | ContainerFile,
): void {
  const cell: Cell = typeof value === "object" ? value : normalCell(field.type, value);
  const key = cellKey(field.name, repetition);
  if (cell === "") record.cells.delete(key);
  else record.cells.set(key, cell);
  table.version += 1;
}

/** Completes a change: increments the modification count and enters the modification fields. */
export function committed(table: LiveTable, record: LiveRecord, changer: Changer): void {
  record.modId += 1;
  for (const field of table.fields.values()) {
    const { autoEnter } = field;
    if (autoEnter !== undefined && "special" in autoEnter && autoEnter.special.startsWith("modification")) {
      assignCell(table, record, field, 1, entered(table, field, autoEnter, changer));
    }
  }
}

/** Removes a record from its table. */
export function removeRecord(table: LiveTable, record: LiveRecord): void {
  table.records.delete(record.id);
  table.version += 1;
}

/** Restores a removed record at its previous position. `order`: all record ids in their previous order. */
export function putBack(table: LiveTable, record: LiveRecord, order: readonly number[]): void {
  const present = new Map(table.records).set(record.id, record);
  table.records.clear();
  for (const id of new Set([...order, ...present.keys()])) {
    const kept = present.get(id);
    if (kept !== undefined) table.records.set(id, kept);
  }
  table.version += 1;
}

function entered(table: LiveTable, field: Field, autoEnter: AutoEnter, changer: Changer): string | number {
  if ("constant" in autoEnter) return autoEnter.constant;
  if ("serial" in autoEnter) {
    const serial = table.nextSerial.get(field.name) ?? autoEnter.serial.next;
    table.nextSerial.set(field.name, serial + autoEnter.serial.step);
    return serial;
  }
  const now = isoAt(changer.clock.now(), changer.world.definition.server.utcOffsetMinutes);
  switch (autoEnter.special) {
    case "uuid":
      return randomUUID().toUpperCase();
    case "creationAccount":
    case "modificationAccount":
      return changer.account;
    case "creationDate":
    case "modificationDate":
      return now.slice(0, 10);
    case "creationTime":
      return now.slice(11);
    default:
      return now;
  }
}

import type { Calculation, Field, RecordData, Table } from "../schema/field-schema.ts";
import { type Cell, cellFromInput, cellKey, cellText, isContainerFile } from "../values/cell.ts";
import { WorldError } from "../world-error.ts";

/** Current state of a record. */
export interface LiveRecord {
  readonly id: number;
  modId: number;
  /** By `cellKey`; missing cells are empty. */
  readonly cells: Map<string, Cell>;
}

/** Kind of change; watchers of a table are notified of every committed one. */
export type TableChange = "ADD" | "UPDATE" | "DELETE" | "SCHEMA";
type TableWatcher = (change: TableChange, recordIds: readonly number[]) => void;

/** Current state of a table. */
export interface LiveTable {
  readonly watchers: Set<TableWatcher>;
  /** Its file, in lowercase. */
  readonly file: string;
  readonly name: string;
  readonly fields: Map<string, Field>;
  /** Id of each field, by lowercase name; it doesn't change when other fields are deleted. */
  readonly fieldIds: Map<string, number>;
  /** In order of creation. */
  readonly records: Map<number, LiveRecord>;
  /** Incremented by every change; an index is valid for one version. */
  version: number;
  nextRecordId: number;
  readonly nextSerial: Map<string, number>;
  readonly indexes: Map<string, { readonly version: number; readonly byText: ReadonlyMap<string, LiveRecord[]> }>;
}

export function liveTable(table: Table, file: string, path: string): LiveTable {
  const fields = new Map<string, Field>();
  for (const [at, field] of table.fields.entries()) {
    if (fields.has(field.name.toLowerCase())) {
      throw new WorldError(`${path}.fields[${at}].name`, `a second field "${field.name}"`);
    }
    fields.set(field.name.toLowerCase(), field);
  }
  for (const [at, field] of table.fields.entries()) checkSources(field, fields, `${path}.fields[${at}]`);
  const live: LiveTable = {
    name: table.name,
    file: file.toLowerCase(),
    fields,
    fieldIds: new Map([...fields.keys()].map((name, at) => [name, at + 1])),
    records: new Map(),
    version: 0,
    nextRecordId: 1,
    nextSerial: new Map(),
    indexes: new Map(),
    watchers: new Set(),
  };
  for (const field of table.fields) {
    if (field.autoEnter !== undefined && "serial" in field.autoEnter) {
      live.nextSerial.set(field.name, field.autoEnter.serial.next);
    }
  }
  for (const [at, data] of table.records.entries()) addLoaded(live, data, `${path}.records[${at}]`);
  return live;
}

/** Notifies the watchers of a table of changed records. */
export function announce(table: LiveTable, change: TableChange, recordIds: readonly number[]): void {
  if (recordIds.length > 0 || change === "SCHEMA") for (const watch of table.watchers) watch(change, recordIds);
}

/** Returns the cell of a repetition; empty if it was never filled. */
export function cellOf(record: LiveRecord, fieldName: string, repetition: number): Cell {
  return record.cells.get(repetition === 1 ? fieldName : cellKey(fieldName, repetition)) ?? "";
}

/** Returns the records with this text in a field, from an index that is rebuilt after changes. */
export function recordsWithText(table: LiveTable, fieldName: string, text: string): readonly LiveRecord[] {
  let index = table.indexes.get(fieldName);
  if (index === undefined || index.version !== table.version) {
    const byText = new Map<string, LiveRecord[]>();
    for (const record of table.records.values()) {
      const key = cellText(cellOf(record, fieldName, 1)).toLowerCase();
      const same = byText.get(key);
      if (same === undefined) byText.set(key, [record]);
      else same.push(record);
    }
    index = { version: table.version, byText };
    table.indexes.set(fieldName, index);
  }
  return index.byText.get(text.toLowerCase()) ?? [];
}

function checkSources(field: Field, fields: ReadonlyMap<string, Field>, path: string): void {
  const names = [...(field.summary === undefined ? [] : [field.summary.of]), ...usedFields(field.calculation)];
  for (const name of names) {
    if (!fields.has(name.toLowerCase()))
      throw new WorldError(path, `"${field.name}" uses "${name}", which is no field of the table`);
  }
}

function usedFields(calculation: Calculation | undefined): readonly string[] {
  if (calculation === undefined || "constant" in calculation || "invalid" in calculation) return [];
  if ("join" in calculation) return calculation.join;
  return "sum" in calculation ? calculation.sum : calculation.product;
}

function addLoaded(table: LiveTable, data: RecordData, path: string): void {
  const id = data.id ?? table.nextRecordId;
  if (table.records.has(id)) throw new WorldError(`${path}.id`, `a second record ${id}`);
  const cells = new Map<string, Cell>();
  for (const [name, value] of Object.entries(data.values)) {
    const field = table.fields.get(name.toLowerCase());
    if (field === undefined) throw new WorldError(`${path}.values`, `the table has no field "${name}"`);
    if (field.global || field.calculation !== undefined || field.summary !== undefined) {
      throw new WorldError(
        `${path}.values.${name}`,
        field.global ? "a global field takes globalValue" : "not a stored field",
      );
    }
    const inputs = Array.isArray(value) ? value : [value];
    if (inputs.length > field.repetitions) {
      throw new WorldError(`${path}.values.${name}`, `more values than the field's ${field.repetitions} repetitions`);
    }
    for (const [at, input] of inputs.entries()) {
      const cell = cellFromInput(field, input);
      if (isContainerFile(cell) !== (field.type === "container") && cell !== "") {
        throw new WorldError(`${path}.values.${name}`, `not a value for a ${field.type} field`);
      }
      cells.set(cellKey(field.name, at + 1), cell);
    }
  }
  table.records.set(id, { id, modId: data.modId, cells });
  table.nextRecordId = Math.max(table.nextRecordId, id + 1);
}

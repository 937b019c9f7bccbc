import { badParameter, FmError } from "../../fm-error.ts";
import type { Transaction } from "../../world/changes/transaction.ts";
import type { LiveLayout, LivePortal } from "../../world/live/live-layout.ts";
import type { LiveRecord, LiveTable } from "../../world/live/live-table.ts";
import { type Hop, matchingValues, relatedRecords } from "../../world/live/occurrences.ts";
import { cellsByKey, type PlacedCell } from "../../world/live/placed-item.ts";
import { globalKey } from "../../world/values/read-cell.ts";
import type { SessionCall } from "../operation.ts";
import { enteredValue } from "./entered-value.ts";
import { fieldAccess, requireRecords } from "./privileges.ts";
import type { WriteOptions } from "./write-options.ts";

/** Write to a record and its related records. */
interface RecordWrite {
  readonly call: SessionCall;
  readonly layout: LiveLayout;
  readonly record: LiveRecord;
  readonly transaction: Transaction;
  readonly options: WriteOptions;
}

/** Enters `fieldData`. @throws FmError */
export function writeFields(write: RecordWrite, fieldData: unknown): void {
  for (const [name, value] of Object.entries(asObject(fieldData, "fieldData"))) {
    if (name === "deleteRelated") deleteRelated(write, value);
    else writeField(write, name, value);
  }
}

/** Enters `portalData`; creates rows without a record id, and returns them. @throws FmError */
export function writePortals(write: RecordWrite, portalData: unknown): readonly NewRow[] {
  const made: NewRow[] = [];
  for (const [name, rows] of Object.entries(asObject(portalData, "portalData"))) {
    const portal = write.layout.portals.get(name);
    if (portal === undefined) throw new FmError("102");
    if (!Array.isArray(rows)) throw badParameter("portalData is invalid");
    for (const row of rows) {
      const record = writeRow(write, portal, asObject(row, "portalData"));
      if (record !== undefined) made.push({ tableName: portal.occurrence.name, record });
    }
  }
  return made;
}

/** Newly created related record. */
export interface NewRow {
  readonly tableName: string;
  readonly record: LiveRecord;
}

function asObject(value: unknown, name: string): Readonly<Record<string, unknown>> {
  if (value === undefined) return {};
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw badParameter(`${name} is invalid`);
  return value as Readonly<Record<string, unknown>>;
}

function writeField(write: RecordWrite, name: string, value: unknown): void {
  // `TO::field.7` refers to a related record, `TO::field.0` creates one.
  const [, plain = name, rowId] = /^(.+::.+)\.(\d+)$/.exec(name) ?? [];
  const cell = write.layout.cellByKey.get(plain.toLowerCase());
  if (cell === undefined) throw new FmError("102");
  const { path, occurrence } = cell.item;
  if (path.length === 0 || cell.item.field.global) {
    enter(write, occurrence.table, write.record, cell, value);
    return;
  }
  const related = relatedRecords(write.record, path, write.call.session.globals);
  const target = rowId === undefined ? related[0] : related.find(({ id }) => id === Number(rowId));
  if (target === undefined && rowId !== undefined && rowId !== "0") throw new FmError("101");
  enter(write, occurrence.table, target ?? newRelated(write, path), cell, value);
}

function writeRow(write: RecordWrite, portal: LivePortal, row: Readonly<Record<string, unknown>>) {
  const { recordId, modId, ...fields } = row;
  const cells = cellsByKey(portal.items);
  const { table } = portal.occurrence;
  let record: LiveRecord;
  if (recordId === undefined || recordId === "") {
    record = newRelated(write, portal.path);
  } else {
    const found = relatedRecords(write.record, portal.path, write.call.session.globals).find(
      ({ id }) => String(id) === String(recordId),
    );
    if (found === undefined) throw new FmError("101");
    if (modId !== undefined && String(modId) !== String(found.modId)) throw new FmError("306");
    record = found;
  }
  for (const [name, value] of Object.entries(fields)) {
    const cell = cells.get(name.toLowerCase());
    if (cell === undefined) throw new FmError("102");
    enter(write, table, record, cell, value);
  }
  return recordId === undefined || recordId === "" ? record : undefined;
}

function newRelated(write: RecordWrite, path: readonly Hop[]): LiveRecord {
  const [hop, ...more] = path;
  if (hop === undefined || more.length > 0 || !hop.mayCreate) throw new FmError("101");
  const { table } = hop.to;
  requireRecords(write.call.session.account, table, "create");
  const record = write.transaction.create(table);
  for (const [name, value] of matchingValues(write.record, hop, write.call.session.globals)) {
    const field = table.fields.get(name.toLowerCase());
    if (field !== undefined) write.transaction.assign(table, record, field, 1, value);
  }
  return record;
}

function enter(write: RecordWrite, table: LiveTable, record: LiveRecord, cell: PlacedCell, value: unknown): void {
  const { call, transaction, options } = write;
  const { field } = cell.item;
  const computed = field.calculation !== undefined || field.summary !== undefined || field.type === "container";
  const prohibited = field.prohibitModification && !options.ignoresProhibition;
  if (computed || prohibited || fieldAccess(call.session.account, cell.item) !== "modify") throw new FmError("201");
  const entered = enteredValue(field, value, options.dateOrder);
  if (field.global) {
    call.session.globals.set(globalKey(table, field, cell.repetition), entered);
    return;
  }
  const isNew = [...transaction.touched()].some((touched) => touched.record === record && touched.isNew);
  if (!isNew) requireRecords(call.session.account, table, "edit");
  transaction.assign(table, record, field, cell.repetition, entered);
}

function deleteRelated(write: RecordWrite, value: unknown): void {
  for (const name of Array.isArray(value) ? value : [value]) {
    const [, occurrenceName = "", id = ""] = /^(.+)\.(\d+)$/.exec(String(name)) ?? [];
    const portal = [...write.layout.portals.values()].find(
      ({ occurrence }) => occurrence.name.toLowerCase() === occurrenceName.toLowerCase(),
    );
    const item = write.layout.items.find(({ occurrence }) => occurrence.name === occurrenceName);
    const way = portal ?? item;
    if (way === undefined) throw new FmError("102");
    const record = relatedRecords(write.record, way.path, write.call.session.globals).find(
      (related) => String(related.id) === id,
    );
    if (record === undefined) throw new FmError("101");
    requireRecords(write.call.session.account, way.occurrence.table, "delete");
    write.transaction.remove(way.occurrence.table, record);
  }
}

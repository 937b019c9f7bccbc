import { FmError } from "../../fm-error.ts";
import type { Reply } from "../../http/reply.ts";
import { announce, type LiveTable, liveTable } from "../../world/live/live-table.ts";
import { FIRST_OCCURRENCE_ID } from "../../world/live/occurrences.ts";
import type { Field } from "../../world/schema/field-schema.ts";
import { jsonBody } from "../json-body.ts";
import type { ODataCall } from "../odata-call.ts";
import { badBody, ODataError, unknownField, unknownTable } from "../odata-error.ts";
import { emptyAnswer, jsonAnswer } from "../odata-reply.ts";
import { fieldFrom } from "./field-definition.ts";

/** Creates a table and its occurrence, and returns its definition. */
export function createTable(call: ODataCall): Reply {
  const body = changeBody(call);
  const { tableName } = body;
  if (typeof tableName !== "string" || tableName === "" || tableName.length > 100)
    throw badBody("tableName is missing");
  const { tables, occurrences } = call.database;
  const key = tableName.toLowerCase();
  if (tables.has(key) || occurrences.has(key)) throw alreadyThere("Table", tableName);
  const fields = readFields(body);
  for (const [at, field] of fields.entries()) {
    const isRepeated = fields.findIndex(({ name }) => name.toLowerCase() === field.name.toLowerCase()) !== at;
    if (isRepeated) throw alreadyThere("Field", field.name);
  }
  const table = liveTable({ name: tableName, fields: [...fields], records: [] }, call.database.name, "");
  const id = Math.max(FIRST_OCCURRENCE_ID - 1, ...[...occurrences.values()].map((one) => one.id)) + 1;
  tables.set(key, table);
  occurrences.set(key, { id, name: tableName, table, hops: [] });
  return jsonAnswer(call.form, call.settings, { tableName, fields: body.fields }, { status: 201 });
}

/** Adds fields to a table, and returns their definition. */
export function addFields(call: ODataCall, name: string): Reply {
  const body = changeBody(call);
  const table = tableNamed(call, name);
  const fields = readFields(body);
  for (const field of fields) {
    if (table.fields.has(field.name.toLowerCase())) throw alreadyThere("Field", field.name);
  }
  for (const field of fields) {
    // Ids of deleted fields aren't reused.
    table.fieldIds.set(field.name.toLowerCase(), Math.max(0, ...table.fieldIds.values()) + 1);
    table.fields.set(field.name.toLowerCase(), field);
  }
  announce(table, "SCHEMA", []);
  return jsonAnswer(call.form, call.settings, { tableName: table.name, fields: body.fields });
}

/** Deletes a table with its records, its occurrences, and their relationships. */
export function deleteTable(call: ODataCall, name: string): Reply {
  mayChange(call);
  const table = tableNamed(call, name);
  const { tables, occurrences } = call.database;
  announce(table, "SCHEMA", []);
  for (const [key, occurrence] of occurrences) {
    if (occurrence.table === table) occurrences.delete(key);
    else removeWhere(occurrence.hops, ({ to }) => to.table === table);
  }
  tables.delete(table.name.toLowerCase());
  return emptyAnswer(call.form);
}

/** Deletes a field with its data, and the relationships with it as a match field. */
export function deleteField(call: ODataCall, tableName: string, fieldName: string): Reply {
  mayChange(call);
  const table = tableNamed(call, tableName);
  const field = fieldNamed(table, fieldName);
  table.fields.delete(field.name.toLowerCase());
  table.fieldIds.delete(field.name.toLowerCase());
  for (const { cells } of table.records.values()) {
    for (const key of cells.keys()) if (key.replace(/\(\d+\)$/, "") === field.name) cells.delete(key);
  }
  table.version += 1;
  for (const occurrence of call.database.occurrences.values()) {
    removeWhere(occurrence.hops, ({ to, matches }) =>
      matches.some(
        ({ near, far }) =>
          (occurrence.table === table && near === field.name) || (to.table === table && far === field.name),
      ),
    );
  }
  announce(table, "SCHEMA", []);
  return emptyAnswer(call.form);
}

/** Creates an index for a field. */
export function createIndex(call: ODataCall, tableName: string): Reply {
  const { indexName } = changeBody(call);
  const table = tableNamed(call, tableName);
  if (typeof indexName !== "string") throw badBody("indexName is missing");
  const field = fieldNamed(table, indexName);
  table.fields.set(field.name.toLowerCase(), { ...field, indexed: true });
  return jsonAnswer(call.form, call.settings, { indexName: field.name }, { status: 201 });
}

export function deleteIndex(call: ODataCall, tableName: string, fieldName: string): Reply {
  mayChange(call);
  const table = tableNamed(call, tableName);
  const field = fieldNamed(table, fieldName);
  table.fields.set(field.name.toLowerCase(), { ...field, indexed: false });
  return emptyAnswer(call.form);
}

function changeBody(call: ODataCall): Readonly<Record<string, unknown>> {
  mayChange(call);
  return jsonBody(call);
}

/** @throws FmError 9 without full access, 303 while another session changes the schema */
function mayChange(call: ODataCall): void {
  if (call.account.privileges.name !== "[Full Access]") throw new FmError("9");
  if (call.host.faults.use("lockedSchema", call.incoming) !== undefined) throw new FmError("303");
}

function readFields({ fields }: Readonly<Record<string, unknown>>): readonly Field[] {
  if (!Array.isArray(fields) || fields.length === 0) throw badBody("fields is missing");
  return fields.map(fieldFrom);
}

function tableNamed(call: ODataCall, name: string): LiveTable {
  const table = call.database.tables.get(name.toLowerCase());
  if (table === undefined) throw unknownTable(name);
  return table;
}

function fieldNamed(table: LiveTable, name: string): Field {
  const field = table.fields.get(name.toLowerCase());
  if (field === undefined) throw unknownField(name);
  return field;
}

function alreadyThere(kind: "Table" | "Field", name: string): ODataError {
  return new ODataError(400, "8309", `${kind} '${name}' already exists`);
}

function removeWhere<Item>(list: Item[], is: (item: Item) => boolean): void {
  for (let at = list.length - 1; at >= 0; at -= 1) {
    const item = list[at];
    if (item !== undefined && is(item)) list.splice(at, 1);
  }
}

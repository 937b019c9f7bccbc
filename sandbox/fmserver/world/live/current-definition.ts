import type { Database } from "../schema/database-schema.ts";
import type { CellInput, Table } from "../schema/field-schema.ts";
import { cellKey, isContainerFile } from "../values/cell.ts";
import type { LiveDatabase } from "./live-database.ts";
import { cellOf, type LiveTable } from "./live-table.ts";

/** Returns a file's definition with its current records. */
export function currentDefinition(database: LiveDatabase): Database {
  return { ...database.definition, tables: [...database.tables.values()].map(savedTable) };
}

function savedTable(table: LiveTable): Table {
  const stored = [...table.fields.values()].filter(
    ({ global, calculation, summary }) => !global && calculation === undefined && summary === undefined,
  );
  const fields = [...table.fields.values()].map((field) => {
    const next = table.nextSerial.get(field.name);
    if (next === undefined || field.autoEnter === undefined || !("serial" in field.autoEnter)) return field;
    return { ...field, autoEnter: { serial: { ...field.autoEnter.serial, next } } };
  });
  const records = [...table.records.values()].map((record) => {
    const values: Record<string, CellInput | CellInput[]> = {};
    for (const { name, repetitions } of stored) {
      const filled: CellInput[] = [];
      for (let at = 1; at <= repetitions; at += 1) {
        const cell = record.cells.has(cellKey(name, at)) ? cellOf(record, name, at) : "";
        filled.push(isContainerFile(cell) ? { file: cell.name, base64: cell.bytes.toString("base64") } : cell);
      }
      while (filled.at(-1) === "") filled.pop();
      if (filled.length > 0) values[name] = filled;
    }
    return { id: record.id, modId: record.modId, values };
  });
  return { name: table.name, fields, records };
}

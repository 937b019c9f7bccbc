import { cellKey, isContainerFile } from "./cell.ts";
import { Database } from "./database-schema.ts";
import type { CellInput, Table } from "./field-schema.ts";
import type { LiveDatabase } from "./live-database.ts";
import { cellOf, type LiveTable } from "./live-table.ts";

/** What stands at the beginning of a file that the sandbox has saved. The real format is nobody's to write. */
const MARK = "latchkey sandbox fmp12\n";

/** A file as bytes, with the records it has now. */
export function savedDatabase(database: LiveDatabase): Buffer {
  const tables = [...database.tables.values()].map(savedTable);
  return Buffer.from(MARK + JSON.stringify({ ...database.definition, tables }));
}

/** The file that these bytes are; undefined when they are none of the sandbox's. */
export function readDatabase(bytes: Buffer): Database | undefined {
  const text = bytes.toString("utf8");
  if (!text.startsWith(MARK)) return undefined;
  try {
    const parsed = Database.safeParse(JSON.parse(text.slice(MARK.length)));
    return parsed.success ? parsed.data : undefined;
  } catch {
    // Cut off or spoiled on the way: a file that cannot be read.
    return undefined;
  }
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

import type { LiveDatabase } from "../../world/live/live-database.ts";
import { liveTable } from "../../world/live/live-table.ts";
import type { Occurrence } from "../../world/live/occurrences.ts";
import type { Field, RecordData } from "../../world/schema/field-schema.ts";
import { fieldId } from "../columns.ts";

/** Returns the system table with a name, which describes the file; undefined for other names. System tables are read like other tables. */
export function systemTable(database: LiveDatabase, name: string): Occurrence | undefined {
  const make = Object.hasOwn(TABLES, name) ? TABLES[name] : undefined;
  if (make === undefined) return undefined;
  const { columns, rows } = make(database);
  const fields = Object.entries(columns).map(([column, type]) => plainField(column, type));
  const records: RecordData[] = rows.map((values, at) => ({ id: at + 1, modId: 0, values }));
  return { id: 0, name, table: liveTable({ name, fields, records }, database.name, name), hops: [] };
}

interface SystemTable {
  readonly columns: Readonly<Record<string, "text" | "number">>;
  readonly rows: readonly Readonly<Record<string, string | number>>[];
}

const TABLES: Readonly<Record<string, (database: LiveDatabase) => SystemTable>> = {
  FileMaker_Tables: (database) => ({
    columns: { TableName: "text", TableId: "number", BaseTableName: "text", ModCount: "number" },
    rows: [...database.occurrences.values()].map(({ id, name, table }) => ({
      TableName: name,
      TableId: id,
      BaseTableName: table.name,
      ModCount: table.version,
    })),
  }),
  FileMaker_Fields: (database) => ({
    columns: { TableName: "text", ...FIELD_COLUMNS },
    rows: [...database.occurrences.values()].flatMap((occurrence) =>
      [...occurrence.table.fields.values()].map((field) => ({
        TableName: occurrence.name,
        ...fieldRow(occurrence, field),
      })),
    ),
  }),
  FileMaker_BaseTableFields: (database) => ({
    columns: { BaseTableName: "text", ...FIELD_COLUMNS },
    rows: [...database.tables.values()].flatMap((table) =>
      [...table.fields.values()].map((field) => ({
        BaseTableName: table.name,
        ...fieldRow({ id: 0, name: table.name, table, hops: [] }, field),
      })),
    ),
  }),
  FileMaker_Indexes: (database) => ({
    columns: { TableName: "text", IndexName: "text" },
    rows: [...database.tables.values()].flatMap((table) =>
      [...table.fields.values()]
        .filter(({ indexed }) => indexed === true)
        .map((field) => ({ TableName: table.name, IndexName: field.name })),
    ),
  }),
};

const FIELD_COLUMNS = {
  FieldName: "text",
  FieldType: "text",
  FieldId: "number",
  FieldClass: "text",
  FieldReps: "number",
  ModCount: "number",
} as const;

function fieldRow(occurrence: Occurrence, field: Field): Readonly<Record<string, string | number>> {
  const isComputed = field.calculation !== undefined;
  return {
    FieldName: field.name,
    FieldType: field.global ? `global ${SQL_TYPES[field.type]}` : SQL_TYPES[field.type],
    FieldId: Number(fieldId(occurrence, field).slice("FMFID:".length)),
    FieldClass: isComputed ? "Calculated" : field.summary === undefined ? "Normal" : "Summary",
    FieldReps: field.repetitions,
    ModCount: 0,
  };
}

const SQL_TYPES = {
  text: "varchar",
  number: "decimal",
  date: "date",
  time: "time",
  timestamp: "timestamp",
  container: "binary",
} as const;

function plainField(name: string, type: "text" | "number"): Field {
  return {
    name,
    type,
    repetitions: 1,
    global: false,
    prohibitModification: false,
    containerStorage: "embedded",
  };
}

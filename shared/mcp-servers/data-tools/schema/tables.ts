import { DataRefused, quoted } from "../refused.ts";

export type FieldType = "text" | "number" | "date" | "time" | "timestamp" | "container";

/** A field as the tools know it. */
export interface DataField {
  readonly name: string;
  readonly type: FieldType;
  /** Calculations, summaries and globals take no values. */
  readonly isReadOnly: boolean;
  readonly isSummary: boolean;
  readonly isRequired: boolean;
  readonly repetitions: number;
  /** What the file's developer wrote about it, where the release tells. */
  readonly comment: string | undefined;
}

/** An occurrence of a table. */
export interface DataTable {
  readonly name: string;
  readonly comment: string | undefined;
  /** The fields whose values tell a record from others. None: records have numbers of their own. */
  readonly key: readonly string[];
  /** By folded name, in the file's order. */
  readonly fields: ReadonlyMap<string, DataField>;
}

/** The tables of a file as an account sees them. */
export interface FileTables {
  /** Whether FileMaker Server groups and sums. */
  readonly aggregates: boolean;
  /** By folded name. */
  readonly tables: ReadonlyMap<string, DataTable>;
}

/** The first release whose OData has `$apply`. */
const aggregatesSince = 22;

/** What lies at such addresses is no table of records, whatever a file calls it. */
const reserved = /^(?:\$|FileMaker_|Script\.|Webhook\.)/i;

type Json = Readonly<Record<string, unknown>>;

/** Reads `$metadata` in JSON. Undefined where it has no tables: another form, or another answer. */
export function tablesIn(metadata: unknown): FileTables | undefined {
  const document = objectOf(metadata);
  const [file, schema] =
    Object.entries(document).find(([name, value]) => !/^[$@]/.test(name) && hasEntitySet(objectOf(value))) ?? [];
  if (file === undefined) return undefined;
  const model = objectOf(schema);
  const tables = Object.entries(model).flatMap(([name, value]) => {
    const { $Kind, $Type } = objectOf(value);
    if ($Kind !== "EntitySet" || typeof $Type !== "string" || reserved.test(name)) return [];
    const type = objectOf(model[$Type.slice(file.length + 1)]);
    return [[folded(name), tableOf(name, type)] as const];
  });
  const [, major = "0"] = /(\d+)\.\d/.exec(String(document["@ServerVersion"] ?? "")) ?? [];
  return { aggregates: Number(major) >= aggregatesSince, tables: new Map(tables) };
}

/** @throws DataRefused; a table that is hidden is one that is not there */
export function tableNamed({ tables }: FileTables, name: unknown): DataTable {
  const table = tables.get(folded(String(name)));
  if (table === undefined) throw new DataRefused(`There is no table ${quoted(String(name))}. Call list_tables.`);
  return table;
}

/** A field, or a repetition of one, as OData names it. */
export interface DataColumn {
  readonly name: string;
  readonly field: DataField;
}

/** A field by its name, or a repetition as `name[2]`. @throws DataRefused */
export function columnNamed({ name: table, fields }: DataTable, name: string): DataColumn {
  const [, base = name, number] = /^(.+)\[(\d{1,4})\]$/s.exec(name) ?? [];
  const field = fields.get(folded(base));
  const repetition = Number(number ?? 1);
  if (field === undefined || repetition < 1 || repetition > field.repetitions)
    throw new DataRefused(`The table ${quoted(table)} has no field ${quoted(name)}. Call describe_table.`);
  return { name: repetition === 1 ? field.name : `${field.name}[${repetition}]`, field };
}

/** FileMaker looks names up without regard to case. */
export function folded(name: string): string {
  return name.normalize("NFC").toLowerCase();
}

function hasEntitySet(schema: Json): boolean {
  return Object.values(schema).some((value) => objectOf(value).$Kind === "EntitySet");
}

function tableOf(name: string, type: Json): DataTable {
  const key = Array.isArray(type.$Key) ? type.$Key.filter((part) => typeof part === "string") : [];
  const fields = Object.entries(type).flatMap(([field, value]) => {
    const property = objectOf(value);
    // The language of questions has no way to write a quotation mark in a name.
    if (/^[$@]/.test(field) || field.includes('"') || property.$Kind !== undefined) return [];
    return [[folded(field), fieldOf(field, property)] as const];
  });
  return { name, comment: commentOf(type), key, fields: new Map(fields) };
}

function fieldOf(name: string, property: Json): DataField {
  const is = (term: string) => termOf(property, term) === true;
  const permissions = String(property["@Org.OData.Core.V1.Permissions"] ?? "");
  const repetitions = Number(termOf(property, "MaxRepetitions") ?? 1);
  return {
    name,
    type: types[String(property.$Type)] ?? "text",
    isReadOnly: is("Calculation") || is("Summary") || is("Global") || /@Read$|\/Read$/.test(permissions),
    isSummary: is("Summary"),
    isRequired: property.$Nullable !== true,
    repetitions: Number.isInteger(repetitions) && repetitions > 1 ? repetitions : 1,
    comment: commentOf(property),
  };
}

const types: Readonly<Record<string, FieldType>> = {
  "Edm.String": "text",
  "Edm.Decimal": "number",
  "Edm.Double": "number",
  "Edm.Int32": "number",
  "Edm.Int64": "number",
  "Edm.Date": "date",
  "Edm.TimeOfDay": "time",
  "Edm.DateTimeOffset": "timestamp",
  "Edm.Binary": "container",
  "Edm.Stream": "container",
};

/** Comments for models come before those for developers. */
function commentOf(annotated: Json): string | undefined {
  const texts = [termOf(annotated, "AIAnnotation"), termOf(annotated, "FMComment")];
  return texts.find((text) => typeof text === "string" && text !== "") as string | undefined;
}

/** Annotations have short names, or those of their namespace. */
function termOf(annotated: Json, term: string): unknown {
  return annotated[`@${term}`] ?? annotated[`@com.filemaker.odata.${term}`];
}

function objectOf(value: unknown): Json {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Json) : {};
}

import { DataRefused, quoted } from "../refused.ts";

export type FieldType = "text" | "number" | "date" | "time" | "timestamp" | "container";

/** Field as the tools use it. */
export interface DataField {
  readonly name: string;
  readonly type: FieldType;
  /** True for calculations, summaries and globals. */
  readonly isReadOnly: boolean;
  readonly isSummary: boolean;
  readonly isRequired: boolean;
  readonly repetitions: number;
  /** Comment of the file's developer, if the release of FileMaker Server returns it. */
  readonly comment: string | undefined;
}

/** Table occurrence. */
export interface DataTable {
  readonly name: string;
  readonly comment: string | undefined;
  /** Fields that identify a record. Empty if records are identified by their row id. */
  readonly key: readonly string[];
  /** Fields by normalized name, in the file's order. */
  readonly fields: ReadonlyMap<string, DataField>;
}

/** Tables of a file that an account can see. */
export interface FileTables {
  /** True if FileMaker Server supports grouping and sums. */
  readonly aggregates: boolean;
  /** Version of the OData engine. Empty if the server doesn't return it. */
  readonly serverVersion: string;
  /** Tables by normalized name. */
  readonly tables: ReadonlyMap<string, DataTable>;
  /** Names of tables that OData lists but can't address, by normalized name. */
  readonly unreachable: ReadonlyMap<string, string>;
}

/** First release whose OData supports `$apply`. */
const aggregatesSince = 22;

/** Matches names that OData reserves; at these paths there is never a table. */
const reserved = /^(?:\$|FileMaker_|Script\.|Webhook\.)/i;

/**
 * Matches names that FileMaker Server lists but refuses in a path, in any encoding: https://github.com/oogi-io/fm-odata-skill (22.0) and
 * GOTCHAS.md in https://github.com/Navarre-AI/mitos (21).
 */
const unaddressable = /[~?]/;

type Json = Readonly<Record<string, unknown>>;

/** Parses `$metadata` in JSON. Returns undefined if it contains no tables, for example in another format. */
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
    return [[normalized(name), tableOf(name, type)] as const];
  });
  const serverVersion = String(document["@ServerVersion"] ?? "");
  const [, major = "0"] = /(\d+)\.\d/.exec(serverVersion) ?? [];
  return {
    aggregates: Number(major) >= aggregatesSince,
    serverVersion,
    tables: new Map(tables.filter(([, { name }]) => !unaddressable.test(name))),
    unreachable: new Map(tables.flatMap(([key, { name }]) => (unaddressable.test(name) ? [[key, name] as const] : []))),
  };
}

/**
 * Returns a table by name.
 * @throws DataRefused; hidden tables look the same as nonexistent ones
 */
export function tableNamed({ tables, unreachable }: FileTables, name: unknown): DataTable {
  const table = tables.get(normalized(String(name)));
  const known = unreachable.get(normalized(String(name)));
  if (known !== undefined)
    throw new DataRefused(`FileMaker Server can't reach the table ${quoted(known)}: ${unreachableReason}.`);
  if (table === undefined) throw new DataRefused(`Unknown table ${quoted(String(name))}. Call list_tables.`);
  return table;
}

export const unreachableReason =
  "OData doesn't accept ~ and ? in a table's name. Another occurrence of the same table, with another name, works";

/** Field, or a repetition of it, as named in OData. */
export interface DataColumn {
  readonly name: string;
  readonly field: DataField;
}

/**
 * Returns a field by name, or a repetition as `name[2]`.
 * @throws DataRefused
 */
export function columnNamed({ name: table, fields }: DataTable, name: string): DataColumn {
  const [, base = name, number] = /^(.+)\[(\d{1,4})\]$/s.exec(name) ?? [];
  const field = fields.get(normalized(base));
  const repetition = Number(number ?? 1);
  if (field === undefined || repetition < 1 || repetition > field.repetitions)
    throw new DataRefused(`The table ${quoted(table)} has no field ${quoted(name)}. Call describe_table.`);
  return { name: repetition === 1 ? field.name : `${field.name}[${repetition}]`, field };
}

/** Returns a normalized name, because FileMaker compares names case-insensitively. */
export function normalized(name: string): string {
  return name.normalize("NFC").toLowerCase();
}

function hasEntitySet(schema: Json): boolean {
  return Object.values(schema).some((value) => objectOf(value).$Kind === "EntitySet");
}

function tableOf(name: string, type: Json): DataTable {
  const key = Array.isArray(type.$Key) ? type.$Key.filter((part) => typeof part === "string") : [];
  const fields = Object.entries(type).flatMap(([field, value]) => {
    const property = objectOf(value);
    // The query language can't express a quotation mark in a name.
    if (/^[$@]/.test(field) || field.includes('"') || property.$Kind !== undefined) return [];
    return [[normalized(field), fieldOf(field, property)] as const];
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

/** Returns the comment. Those for AI models take precedence over those for developers. */
function commentOf(annotated: Json): string | undefined {
  const texts = [termOf(annotated, "AIAnnotation"), termOf(annotated, "FMComment")];
  return texts.find((text) => typeof text === "string" && text !== "") as string | undefined;
}

/** Returns an annotation by its term, with or without the namespace. */
function termOf(annotated: Json, term: string): unknown {
  return annotated[`@${term}`] ?? annotated[`@com.filemaker.odata.${term}`];
}

function objectOf(value: unknown): Json {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Json) : {};
}

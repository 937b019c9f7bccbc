import { withoutEmpty } from "#shared/mcp/api.ts";
import { DataRefused } from "./refused.ts";
import { columnNamed, type DataTable } from "./schema/tables.ts";

/** Record as shown by a tool. */
export type ShownRecord = Readonly<Record<string, unknown>>;

/** Maximum size of a value in bytes. Longer values are omitted. */
const longestValue = 2_048;

/** Matches one value of a record's key, as OData writes it. */
const keyValue = /'(?:[^']|'')*'|-?\d{1,30}(?:\.\d{1,30})?|ROWID=\d{1,20}/y;

type Json = Readonly<Record<string, unknown>>;

/**
 * Returns the fields of a record, with the id that other tools accept. Empty fields, annotations and fields that aren't in the table are
 * omitted.
 */
export function shownRecord(table: DataTable, row: unknown, isWhole = false): ShownRecord {
  const fields = Object.entries((row ?? {}) as Json).flatMap(([name, value]) =>
    isKnown(table, name) ? [[name, isWhole ? value : shownValue(table, name, value)] as const] : [],
  );
  return withoutEmpty({ record_id: recordIdIn(table, row), ...Object.fromEntries(fields) });
}

/**
 * Returns the path of a table or of one of its records within the file. `isTwice`: for web servers in front of FileMaker Server that
 * decode paths themselves.
 * @throws DataRefused for an invalid record id
 */
export function recordPath({ name }: DataTable, id: unknown, isTwice = false): string {
  const encoded = (text: string) => encodeURIComponent(isTwice ? encodeURIComponent(text) : text);
  if (id === undefined) return `/${encoded(name)}`;
  const key = String(id).trim();
  if (!isKey(key))
    throw new DataRefused(
      "Invalid record_id. Use one from a result of query_records unchanged, with its quotation marks.",
    );
  return `/${encoded(name)}(${key.replaceAll(/[^,=]+/g, encoded)})`;
}

function isKnown(table: DataTable, name: string): boolean {
  if (name.includes("@")) return false;
  try {
    return columnNamed(table, name) !== undefined;
  } catch {
    return false;
  }
}

function shownValue(table: DataTable, name: string, value: unknown): unknown {
  const { type } = columnNamed(table, name).field;
  if (typeof value !== "string") return value;
  const bytes = type === "container" ? Math.floor((value.length * 3) / 4) : Buffer.byteLength(value);
  if (type === "container")
    return value === "" ? null : { left_out: type, bytes, hint: "Containers are not returned." };
  if (bytes <= longestValue) return value;
  return { left_out: type, bytes, hint: `get_record with select [${JSON.stringify(name)}] alone returns it.` };
}

/** Returns the key in parentheses from the record's URL, which every response contains. */
function recordIdIn({ name }: DataTable, row: unknown): string | undefined {
  const { "@id": id, "@odata.id": oldId } = (row ?? {}) as Json;
  const address = decoded(String(id ?? oldId ?? ""));
  const begin = address?.indexOf(`/${name}(`) ?? -1;
  if (address === undefined || begin < 0 || !address.endsWith(")")) return undefined;
  const key = address.slice(begin + name.length + 2, -1);
  return isKey(key) ? key : undefined;
}

function isKey(key: string): boolean {
  if (key === "" || key.length > 1_000) return false;
  for (let at = 0; ; at += 1) {
    keyValue.lastIndex = at;
    const value = keyValue.exec(key)?.[0];
    if (value === undefined) return false;
    at += value.length;
    if (at === key.length) return true;
    if (key[at] !== ",") return false;
  }
}

function decoded(address: string): string | undefined {
  try {
    return decodeURIComponent(address);
  } catch {
    return undefined; // Not a URL that identifies a record.
  }
}

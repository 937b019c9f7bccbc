import { cellOf, type LiveRecord, recordsWithText } from "../world/live/live-table.ts";
import type { Occurrence } from "../world/live/occurrences.ts";
import type { Field } from "../world/schema/field-schema.ts";
import { cellText } from "../world/values/cell.ts";
import { keyFields } from "./columns.ts";
import { majorVersion, type ViewCall } from "./odata-call.ts";
import { parseFailure, syntaxError, unknownRecord } from "./odata-error.ts";
import { splitTop } from "./query/split-top.ts";

/** Returns the key of this record for the parentheses after an entity set. */
export function keyOf(call: ViewCall, occurrence: Occurrence, record: LiveRecord): string {
  const fields = keyFields(occurrence.table);
  const [only] = fields;
  if (only === undefined) return String(record.id);
  // From version 22, a single key is text in addresses, even for a number field.
  const quotesAll = fields.length === 1 && majorVersion(call.host) >= 22;
  return fields.map((field) => keyLiteral(field, record, quotesAll)).join(",");
}

/** Returns the record with a key: `'text'`, `12`, `'a',2`, `a='x',b=2` or `ROWID=12`. @throws ODataError -1023 if there is none */
export function recordWithKey(occurrence: Occurrence, key: string): LiveRecord {
  const { table } = occurrence;
  const parts = splitTop(key, ",").map(readPart);
  const [first] = parts;
  const fields = keyFields(table);
  if (first === undefined) throw syntaxError("()");
  if (first.name === "ROWID" || (fields.length === 0 && first.name === undefined)) {
    const record = parts.length === 1 ? table.records.get(Number(first.text)) : undefined;
    if (record === undefined) throw unknownRecord();
    return record;
  }
  const wanted = fields.map((field, at) => {
    const part = parts.find(({ name }) => name?.toLowerCase() === field.name.toLowerCase()) ?? parts[at];
    if (part === undefined || (part.name !== undefined && part.name.toLowerCase() !== field.name.toLowerCase()))
      throw parseFailure(key);
    return { field, text: part.text };
  });
  if (wanted.length !== parts.length) throw parseFailure(key);
  const [lead] = wanted;
  const candidates = lead === undefined ? [] : recordsWithText(table, lead.field.name, storedText(lead));
  const found = candidates.find((record) =>
    wanted.every(
      (part) => cellText(cellOf(record, part.field.name, 1)).toLowerCase() === storedText(part).toLowerCase(),
    ),
  );
  if (found === undefined) throw unknownRecord();
  return found;
}

function keyLiteral(field: Field, record: LiveRecord, quotes: boolean): string {
  const text = cellText(cellOf(record, field.name, 1));
  if (field.type !== "text" && !quotes) return encodeURIComponent(text.replace(" ", "T"));
  return `'${encodeURIComponent(text.replaceAll("'", "''")).replaceAll("%27", "'")}'`;
}

function readPart(part: string): { readonly name: string | undefined; readonly text: string } {
  const [, name, value = ""] = /^(?:"?([^"'=()]+?)"?\s*=\s*)?('(?:[^']|'')*'|[^'"=()\s]+)$/.exec(part) ?? [];
  if (value === "") throw syntaxError(part);
  return { name, text: value.startsWith("'") ? value.slice(1, -1).replaceAll("''", "'") : value };
}

/** Converts text to its stored form: a number in its shortest form, a timestamp with a space. */
function storedText({ field, text }: { readonly field: Field; readonly text: string }): string {
  if (field.type === "number" && text.trim() !== "" && !Number.isNaN(Number(text))) return String(Number(text));
  return field.type === "timestamp" ? text.replace("T", " ").replace(/Z$/, "") : text;
}

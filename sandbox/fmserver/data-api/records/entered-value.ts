import { badParameter, FmError } from "../../fm-error.ts";
import type { Field } from "../../world/schema/field-schema.ts";
import { normalCell } from "../../world/values/cell.ts";
import { type DateOrder, parseDate, parseTime, parseTimestamp } from "../../world/values/date-text.ts";

/** Converts a JSON value to its stored form. @throws FmError 960 for objects, 500 or 501 for invalid dates. */
export function enteredValue(field: Field, value: unknown, order: DateOrder): string | number {
  if (typeof value !== "string" && typeof value !== "number")
    throw badParameter(`Invalid value for field: ${field.name}`);
  const text = String(value);
  if (text === "") return "";
  switch (field.type) {
    case "date":
      return dated(parseDate(text, order), "500");
    case "timestamp":
      return dated(parseTimestamp(text, order), "500");
    case "time":
      return dated(parseTime(text), "501");
    default:
      return normalCell(field.type, value);
  }
}

function dated(iso: string | undefined, code: string): string {
  if (iso === undefined) throw new FmError(code);
  return iso;
}

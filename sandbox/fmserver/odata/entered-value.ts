import { FmError } from "../fm-error.ts";
import type { Field } from "../world/schema/field-schema.ts";
import { normalCell } from "../world/values/cell.ts";
import { parseDate, parseTime, parseTimestamp } from "../world/values/date-text.ts";
import type { ODataCall } from "./odata-call.ts";
import { badBody } from "./odata-error.ts";
import { readTemporal, temporalText } from "./query/value.ts";

/** Converts a JSON value to its stored form. @throws ODataError for objects, FmError 500 or 501 for invalid dates */
export function enteredValue(call: ODataCall, field: Field, value: unknown): string | number {
  if (value === null || value === "") return "";
  if (typeof value === "boolean") return normalCell(field.type, Number(value));
  if (typeof value !== "string" && typeof value !== "number") throw badBody(`the value of '${field.name}' is no value`);
  const text = String(value);
  const { dateFormat } = call.database.definition;
  switch (field.type) {
    case "date":
      return dated(temporal(call, text, "date") ?? parseDate(text, dateFormat), "500");
    case "timestamp":
      return dated(temporal(call, text, "timestamp") ?? parseTimestamp(text, dateFormat), "500");
    case "time":
      return dated(temporal(call, text, "time") ?? parseTime(text), "501");
    default:
      return normalCell(field.type, value);
  }
}

/** Converts ISO 8601 as in answers. A timestamp is accepted as a date, and a date as a timestamp at midnight. */
function temporal(call: ODataCall, text: string, kind: "date" | "time" | "timestamp"): string | undefined {
  const read = readTemporal(text, call.host.world.definition.server.utcOffsetMinutes);
  if (read === undefined || (kind === "time") !== (read.kind === "time")) return undefined;
  return temporalText({ kind, milliseconds: read.milliseconds });
}

function dated(iso: string | undefined, code: string): string {
  if (iso === undefined) throw new FmError(code);
  return iso;
}

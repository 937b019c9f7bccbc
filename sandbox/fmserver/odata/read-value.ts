import type { LiveRecord } from "../world/live/live-table.ts";
import type { Occurrence } from "../world/live/occurrences.ts";
import type { FieldType } from "../world/schema/field-schema.ts";
import { type Cell, isContainerFile } from "../world/values/cell.ts";
import { formatDateText } from "../world/values/date-text.ts";
import { numberIn } from "../world/values/number-text.ts";
import { type ReadContext, readCell } from "../world/values/read-cell.ts";
import type { Column } from "./columns.ts";
import type { ViewCall } from "./odata-call.ts";
import { WITHOUT_RESULT } from "./odata-reply.ts";
import { readTemporal, type Value } from "./query/value.ts";

/** Returns the cell of a column in a record. */
export function columnCell(occurrence: Occurrence, column: Column, record: LiveRecord, readContext: ReadContext): Cell {
  if (column.kind !== "field") return column.kind === "ROWID" ? record.id : record.modId;
  if (!column.isVisible) return "";
  return readCell(readContext, occurrence.table, record, column.field, column.repetition);
}

/** Returns the value for expressions; empty is null. */
export function columnValue(column: Column, cell: Cell): Value {
  if (cell === "" || isContainerFile(cell)) return isContainerFile(cell) ? cell.name : null;
  if (isUnevaluable(column)) return null;
  switch (typeOf(column)) {
    case "number":
      return numberIn(cell) ?? null;
    case "date":
    case "time":
    case "timestamp":
      return readTemporal(String(cell), 0) ?? null;
    default:
      return String(cell);
  }
}

/** Returns the value as JSON, in the requested form. */
export function columnJson(call: ViewCall, column: Column, cell: Cell): unknown {
  if (isUnevaluable(column)) return WITHOUT_RESULT;
  if (cell === "") return null;
  if (isContainerFile(cell)) return cell.bytes.toString("base64");
  switch (typeOf(column)) {
    case "number": {
      const number = numberIn(cell);
      if (number === undefined) return null;
      return call.form.quotedNumbers ? String(number) : number;
    }
    case "timestamp":
      return timestampText(call, String(cell));
    default:
      return String(cell);
  }
}

export function typeOf(column: Column): FieldType {
  if (column.kind !== "field") return "number";
  const { type, summary } = column.field;
  return summary === undefined ? type : "number";
}

/** Returns the server's local time, marked as UTC unless the caller requests the offset or FileMaker's own format. */
function timestampText(call: ViewCall, text: string): string {
  if (call.form.basicTimestamps) return formatDateText(text, call.database.definition.dateFormat);
  const iso = text.replace(" ", "T") + (call.settings.milliseconds ? ".000" : "");
  if (!call.form.gmtOffset) return `${iso}Z`;
  const { utcOffsetMinutes } = call.host.world.definition.server;
  const minutes = Math.abs(utcOffsetMinutes);
  const parts = [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, "0"));
  return `${iso}${utcOffsetMinutes < 0 ? "-" : "+"}${parts.join(":")}`;
}

function isUnevaluable(column: Column): boolean {
  return column.kind === "field" && column.field.calculation !== undefined && "invalid" in column.field.calculation;
}

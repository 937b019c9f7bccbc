import { FmError } from "../../fm-error.ts";
import type { Touched } from "../../world/changes/transaction.ts";
import type { LiveDatabase } from "../../world/live/live-database.ts";
import { cellOf } from "../../world/live/live-table.ts";
import type { Field, Validation } from "../../world/schema/field-schema.ts";
import { type Cell, cellText } from "../../world/values/cell.ts";
import { numberIn, readUsNumber } from "../../world/values/number-text.ts";
import { valueListValues } from "./value-list-values.ts";

/** Checks the validation options of changed fields, or of all fields of a new record. @throws FmError 500 to 511 */
export function validateRecord(database: LiveDatabase, touched: Touched, entersAsScript: boolean): void {
  const fields = touched.isNew ? touched.table.fields.values() : touched.fields;
  for (const field of fields) {
    const { validation } = field;
    if (validation === undefined) continue;
    if (entersAsScript && (!validation.always || validation.allowOverride)) continue;
    checkField(database, touched, field, validation);
  }
}

function checkField(database: LiveDatabase, { table, record }: Touched, field: Field, validation: Validation): void {
  const cell = cellOf(record, field.name, 1);
  const text = cellText(cell);
  if (text === "") {
    if (validation.notEmpty) throw new FmError("509");
    return;
  }
  checkType(validation, text);
  if (validation.range !== undefined && !inRange(field, cell, validation.range)) throw new FmError("503");
  if (validation.unique || validation.existing) {
    const exists = [...table.records.values()].some(
      (other) => other !== record && cellText(cellOf(other, field.name, 1)).toLowerCase() === text.toLowerCase(),
    );
    if (validation.unique && exists) throw new FmError("504");
    if (validation.existing && !exists) throw new FmError("505");
  }
  const list =
    validation.valueList === undefined ? undefined : database.valueLists.get(validation.valueList.toLowerCase());
  if (list !== undefined) {
    const allowed = new Set(valueListValues(database, list).map(({ value }) => value.toLowerCase()));
    // Checkboxes store several values in one field, one per line.
    if (!text.split("\r").every((line) => allowed.has(line.toLowerCase()))) throw new FmError("506");
  }
  if (validation.maxCharacters !== undefined && text.length > validation.maxCharacters) throw new FmError("511");
}

function checkType(validation: Validation, text: string): void {
  if (validation.type === "number" && typeof readUsNumber(text) !== "number") throw new FmError("502");
  if (validation.type === "fourDigitYear" && !/^\d{4}-/.test(text)) throw new FmError("500");
  if (validation.type === "timeOfDay" && !/^(?:[01]\d|2[0-3]):/.test(text)) throw new FmError("501");
}

function inRange(field: Field, cell: Cell, { from, to }: NonNullable<Validation["range"]>): boolean {
  if (field.type === "number") {
    const value = typeof cell === "object" ? undefined : numberIn(cell);
    return value !== undefined && value >= (numberIn(from) ?? value) && value <= (numberIn(to) ?? value);
  }
  const text = cellText(cell).toLowerCase();
  return text >= String(from).toLowerCase() && text <= String(to).toLowerCase();
}

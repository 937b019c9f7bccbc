import { fieldAccess } from "../data-api/records/privileges.ts";
import type { LiveAccount } from "../world/live/live-database.ts";
import type { LiveTable } from "../world/live/live-table.ts";
import type { Occurrence } from "../world/live/occurrences.ts";
import type { Field } from "../world/schema/field-schema.ts";
import type { ViewCall } from "./odata-call.ts";

/** Account that reads or writes columns, and the switches that decide what it sees. */
type Viewer = Pick<ViewCall, "account" | "settings">;

/** Column of an entity set: a repetition of a field, or a property of the record. */
export type Column =
  | {
      readonly kind: "field";
      readonly name: string;
      readonly field: Field;
      readonly repetition: number;
      /** False if the account can't see it; it is then empty. */
      readonly isVisible: boolean;
    }
  | { readonly kind: "ROWID" | "ROWMODID"; readonly name: string };

/** Returns the columns of answers without a selection: all except containers and summaries, with the first repetition only. */
export function defaultColumns(viewer: Viewer, occurrence: Occurrence): readonly Column[] {
  return shownFields(viewer, occurrence)
    .filter(({ type, summary }) => type !== "container" && summary === undefined)
    .map((field) => fieldColumn(occurrence, viewer.account, field, 1));
}

/** Returns the fields that exist for the account. */
export function shownFields({ account, settings }: Viewer, occurrence: Occurrence): readonly Field[] {
  const fields = [...occurrence.table.fields.values()];
  if (settings.hiddenFields === "empty") return fields;
  return fields.filter((field) => fieldAccess(account, { occurrence, field }) !== "none");
}

/** Returns the column with a name: `field`, `field[2]`, `FMFID:n`, ROWID or ROWMODID. Names are case-insensitive. */
export function findColumn(viewer: Viewer, occurrence: Occurrence, name: string): Column | undefined {
  const [, base = name, repetitionText] = /^(.+)\[(\d+)\]$/.exec(name) ?? [];
  const field = fieldNamed(occurrence, base);
  if (field === undefined) return name === "ROWID" || name === "ROWMODID" ? { kind: name, name } : undefined;
  const repetition = Number(repetitionText ?? 1);
  if (repetition < 1 || repetition > field.repetitions) return undefined;
  const column = fieldColumn(occurrence, viewer.account, field, repetition);
  return column.isVisible || viewer.settings.hiddenFields === "empty" ? column : undefined;
}

/** Returns the internal id of a field in an occurrence. */
export function fieldId(occurrence: Occurrence, field: Field): string {
  const id = occurrence.table.fieldIds.get(field.name.toLowerCase()) ?? 0;
  return `FMFID:${id * 2 ** 32 + occurrence.id}`;
}

export function tableId(occurrence: Occurrence): string {
  return `FMTID:${occurrence.id}`;
}

/** Returns true if the field can't be written. */
export function isReadOnly(field: Field): boolean {
  return field.calculation !== undefined || field.summary !== undefined || field.global;
}

/** Returns the fields of the key, which are validated as not empty and unique. Empty if the record id is the key. */
export function keyFields(table: LiveTable): readonly Field[] {
  return [...table.fields.values()].filter(
    (field) =>
      field.validation?.notEmpty === true &&
      field.validation.unique &&
      field.type !== "container" &&
      field.repetitions === 1 &&
      !isReadOnly(field),
  );
}

function fieldNamed(occurrence: Occurrence, name: string): Field | undefined {
  const found = occurrence.table.fields.get(name.toLowerCase());
  if (found !== undefined || !name.startsWith("FMFID:")) return found;
  return [...occurrence.table.fields.values()].find((field) => fieldId(occurrence, field) === name);
}

function fieldColumn(
  occurrence: Occurrence,
  account: LiveAccount,
  field: Field,
  repetition: number,
): Extract<Column, { kind: "field" }> {
  const name = repetition === 1 ? field.name : `${field.name}[${repetition}]`;
  return {
    kind: "field",
    name,
    field,
    repetition,
    isVisible: fieldAccess(account, { occurrence, field }) !== "none",
  };
}

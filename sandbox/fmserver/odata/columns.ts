import { fieldAccess } from "../data-api/records/privileges.ts";
import type { LiveAccount } from "../world/live/live-database.ts";
import type { LiveTable } from "../world/live/live-table.ts";
import type { Occurrence } from "../world/live/occurrences.ts";
import type { Field } from "../world/schema/field-schema.ts";

/** One column of an entity set: a repetition of a field, or a figure of the record itself. */
export type Column =
  | {
      readonly kind: "field";
      readonly name: string;
      readonly field: Field;
      readonly repetition: number;
      /** false: the account may not see it, and it is empty for it. */
      readonly isVisible: boolean;
    }
  | { readonly kind: "ROWID" | "ROWMODID"; readonly name: string };

/** The columns that answers show when nobody selects: all but containers and summaries; of repetitions the first. */
export function defaultColumns(occurrence: Occurrence, account: LiveAccount): readonly Column[] {
  return [...occurrence.table.fields.values()]
    .filter(({ type, summary }) => type !== "container" && summary === undefined)
    .map((field) => fieldColumn(occurrence, account, field, 1));
}

/** The column of a name: `field`, `field[2]`, `FMFID:n`, ROWID or ROWMODID. Names are looked up without case. */
export function findColumn(occurrence: Occurrence, account: LiveAccount, name: string): Column | undefined {
  const [, base = name, repetitionText] = /^(.+)\[(\d+)\]$/.exec(name) ?? [];
  const field = fieldNamed(occurrence, base);
  if (field === undefined) return name === "ROWID" || name === "ROWMODID" ? { kind: name, name } : undefined;
  const repetition = Number(repetitionText ?? 1);
  if (repetition < 1 || repetition > field.repetitions) return undefined;
  return fieldColumn(occurrence, account, field, repetition);
}

/** The internal number of a field, seen from an occurrence. */
export function fieldId(occurrence: Occurrence, field: Field): string {
  const id = occurrence.table.fieldIds.get(field.name.toLowerCase()) ?? 0;
  return `FMFID:${id * 2 ** 32 + occurrence.id}`;
}

export function tableId(occurrence: Occurrence): string {
  return `FMTID:${occurrence.id}`;
}

/** Whether the field takes values from outside. */
export function isReadOnly(field: Field): boolean {
  return field.calculation !== undefined || field.summary !== undefined || field.global;
}

/** The fields that make the key: those that are validated as not empty and unique. Without any, the record id is it. */
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

function fieldColumn(occurrence: Occurrence, account: LiveAccount, field: Field, repetition: number): Column {
  const name = repetition === 1 ? field.name : `${field.name}[${repetition}]`;
  return {
    kind: "field",
    name,
    field,
    repetition,
    isVisible: fieldAccess(account, { occurrence, field }) !== "none",
  };
}

import { fieldAccess } from "../data-api/records/privileges.ts";
import { FmError } from "../fm-error.ts";
import type { Transaction } from "../world/changes/transaction.ts";
import type { LiveRecord } from "../world/live/live-table.ts";
import type { Occurrence } from "../world/live/occurrences.ts";
import { findColumn, isReadOnly } from "./columns.ts";
import { containerFrom } from "./container-from.ts";
import { enteredValue } from "./entered-value.ts";
import type { ODataCall } from "./odata-call.ts";
import { unknownField } from "./odata-error.ts";

/** Enters a body's values into a record. @throws ODataError 8309, FmError */
export function writeFields(
  call: ODataCall,
  transaction: Transaction,
  occurrence: Occurrence,
  record: LiveRecord,
  values: Readonly<Record<string, unknown>>,
): void {
  for (const [name, value] of Object.entries(values)) {
    // Annotations of the record or a field aren't values.
    if (name.includes("@")) continue;
    const column = findColumn(call, occurrence, name);
    if (column?.kind !== "field") throw unknownField(name);
    const { field, repetition } = column;
    const mayModify = fieldAccess(call.account, { occurrence, field }) === "modify";
    if (isReadOnly(field) || field.prohibitModification || !mayModify) throw new FmError("201");
    const entered = field.type === "container" ? containerFrom(name, value, values) : enteredValue(call, field, value);
    transaction.assign(occurrence.table, record, field, repetition, entered);
  }
}

import type { Occurrence } from "../world/live/occurrences.ts";
import { type Column, defaultColumns, findColumn } from "./columns.ts";
import { navigationNamed } from "./navigation.ts";
import type { ViewCall } from "./odata-call.ts";
import { type ODataError, unknownField } from "./odata-error.ts";
import { readName } from "./query/identifier.ts";
import { splitTop } from "./query/split-top.ts";

/** Columns of an answer. */
export interface Selection {
  readonly columns: readonly Column[];
  /** False for the default selection, which isn't named in the context. */
  readonly isExplicit: boolean;
}

/** Parses `$select`. @throws ODataError 8309 for an unknown field */
export function readSelection(
  call: ViewCall,
  occurrence: Occurrence,
  select: string | undefined,
  refusal: (name: string) => ODataError = unknownField,
): Selection {
  if (select === undefined || select === "" || select === "*") {
    const special = call.form.specialColumns
      ? ([
          { kind: "ROWID", name: "ROWID" },
          { kind: "ROWMODID", name: "ROWMODID" },
        ] as const)
      : [];
    return { columns: [...defaultColumns(call, occurrence), ...special], isExplicit: false };
  }
  const columns = new Map<string, Column>();
  for (const part of splitTop(select, ",")) {
    const name = readName(part);
    const column = findColumn(call, occurrence, name);
    if (column !== undefined) columns.set(column.name, column);
    else if (navigationNamed(occurrence, name) === undefined) throw refusal(name);
  }
  return { columns: [...columns.values()], isExplicit: true };
}

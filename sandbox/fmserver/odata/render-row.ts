import type { LiveRecord } from "../world/live/live-table.ts";
import type { Occurrence } from "../world/live/occurrences.ts";
import { recordAddress } from "./addresses.ts";
import { type Column, fieldId } from "./columns.ts";
import type { ViewCall } from "./odata-call.ts";
import { columnCell, columnJson } from "./read-value.ts";
import { NO_GLOBALS } from "./record-filter.ts";
import type { RowView } from "./row-view.ts";

/** Returns a record as in answers; summaries cover the records in `found`. */
export function renderRow(
  call: ViewCall,
  { occurrence, selection, expansions }: RowView,
  record: LiveRecord,
  found: readonly LiveRecord[],
): Record<string, unknown> {
  const { mark, metadata, entityIds } = call.form;
  const row: Record<string, unknown> = {};
  if (metadata !== "none") {
    const address = recordAddress(call, occurrence, record);
    if (metadata === "full") row[`${mark}type`] = `#com.filemaker.odata.${call.spelling}.${occurrence.name}_`;
    row[`${mark}id`] = address;
    row[`${mark}editLink`] = address;
  }
  const readContext = { globals: NO_GLOBALS, found };
  for (const column of selection.columns) {
    const name = entityIds ? columnId(occurrence, column) : column.name;
    row[name] = columnJson(call, column, columnCell(occurrence, column, record, readContext));
  }
  for (const expand of expansions) expand(row, record);
  return row;
}

function columnId(occurrence: Occurrence, column: Column): string {
  return column.kind === "field" ? fieldId(occurrence, column.field) : column.name;
}

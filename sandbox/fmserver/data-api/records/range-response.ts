import type { LiveRecord } from "../../world/live/live-table.ts";
import { renderRecord } from "./render-record.ts";
import type { View } from "./view.ts";

/** Default number of records in an answer. */
export const DEFAULT_LIMIT = 100;

/** Returns a range of a found set, with information about the whole set. */
export function rangeResponse(view: View, found: readonly LiveRecord[], offset: number, limit: number) {
  const { layout, call } = view;
  const shown = found.slice(offset - 1, offset - 1 + limit).filter(({ id }) => layout.occurrence.table.records.has(id));
  return {
    dataInfo: {
      database: call.database.name,
      layout: layout.name,
      table: layout.occurrence.name,
      totalRecordCount: layout.occurrence.table.records.size,
      foundCount: found.length,
      returnedCount: shown.length,
    },
    data: shown.map((record) => renderRecord(view, record)),
  };
}

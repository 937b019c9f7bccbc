import type { LiveRecord } from "../world/live-table.ts";
import type { Occurrence } from "../world/occurrences.ts";
import type { Looker } from "../world/read-cell.ts";
import { findColumn } from "./columns.ts";
import type { ViewCall } from "./odata-call.ts";
import { truthOf } from "./query/compare-values.ts";
import { compile } from "./query/compile.ts";
import { parseExpression } from "./query/parse-expression.ts";
import { columnCell, columnValue } from "./read-value.ts";

/** Reads `$filter` for an entity set; without one every record passes. @throws ODataError */
export function recordFilter(
  call: ViewCall,
  occurrence: Occurrence,
  filter: string | undefined,
): (record: LiveRecord) => boolean {
  if (filter === undefined || filter === "") return () => true;
  const { utcOffsetMinutes } = call.host.world.definition.server;
  const looker: Looker = { globals: NO_GLOBALS };
  const test = compile<LiveRecord>(parseExpression(filter, { aliases: call.options.aliases, utcOffsetMinutes }), {
    table: occurrence.name,
    now: call.host.clock.now() + utcOffsetMinutes * 60_000,
    utcOffsetMinutes,
    reader(name) {
      const column = findColumn(occurrence, call.account, name);
      if (column === undefined) return undefined;
      return (record) => columnValue(column, columnCell(occurrence, column, record, looker));
    },
  });
  return (record) => truthOf(test(record)) === true;
}

/** OData has no sessions, so global fields hold what the file gives them. */
export const NO_GLOBALS: Looker["globals"] = new Map();

import type { LiveRecord } from "../world/live/live-table.ts";
import type { Occurrence } from "../world/live/occurrences.ts";
import type { ReadContext } from "../world/values/read-cell.ts";
import { type Column, findColumn } from "./columns.ts";
import type { ViewCall } from "./odata-call.ts";
import { truthOf } from "./query/compare-values.ts";
import { compile, hasQuotedLiterals } from "./query/compile.ts";
import { parseExpression } from "./query/parse-expression.ts";
import { columnCell, columnValue } from "./read-value.ts";

/** Parses `$filter` for an entity set; without a filter, all records match. @throws ODataError */
export function recordFilter(
  call: ViewCall,
  occurrence: Occurrence,
  filter: string | undefined,
): (record: LiveRecord) => boolean {
  if (filter === undefined || filter === "") return () => true;
  const { utcOffsetMinutes } = call.host.world.definition.server;
  const readContext: ReadContext = { globals: NO_GLOBALS };
  const test = compile<LiveRecord>(parseExpression(filter, { aliases: call.options.aliases, utcOffsetMinutes }), {
    table: occurrence.name,
    now: call.host.clock.now() + utcOffsetMinutes * 60_000,
    utcOffsetMinutes,
    quotedLiterals: call.settings.quotedLiterals,
    isTyped: (name) => isTyped(findColumn(call, occurrence, name)),
    reader(name) {
      const column = findColumn(call, occurrence, name);
      if (column === undefined) return undefined;
      return (record) => columnValue(column, columnCell(occurrence, column, record, readContext));
    },
  });
  return (record) => truthOf(test(record)) === true;
}

/** Returns true if the rows of a filter only have empty fields, because it compares a text with a date or number. */
export function hasEmptyRows(call: ViewCall, occurrence: Occurrence, filter: string | undefined): boolean {
  if (call.settings.quotedLiterals !== "nulls" || filter === undefined || filter === "") return false;
  const { utcOffsetMinutes } = call.host.world.definition.server;
  const expression = parseExpression(filter, { aliases: call.options.aliases, utcOffsetMinutes });
  return hasQuotedLiterals(expression, {
    isTyped: (name) => isTyped(findColumn(call, occurrence, name)),
  });
}

function isTyped(column: Column | undefined): boolean {
  if (column === undefined) return false;
  return column.kind !== "field" || !["text", "container"].includes(column.field.type);
}

/** OData has no sessions, so global fields have the values in the file. */
export const NO_GLOBALS: ReadContext["globals"] = new Map();

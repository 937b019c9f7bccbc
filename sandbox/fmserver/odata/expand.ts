import { requireRecords } from "../data-api/records/privileges.ts";
import { type Hop, type Occurrence, relatedRecords } from "../world/live/occurrences.ts";
import { tableId } from "./columns.ts";
import { foundRows, wantsCount } from "./found-rows.ts";
import { navigationNamed } from "./navigation.ts";
import type { ViewCall } from "./odata-call.ts";
import { ODataError, unknownColumn, unknownTable } from "./odata-error.ts";
import { readName } from "./query/identifier.ts";
import { NO_OPTIONS, nestedOptions, type QueryOptions } from "./query/query-options.ts";
import { splitTop } from "./query/split-top.ts";
import { renderRow } from "./render-row.ts";
import type { Expansion, RowView } from "./row-view.ts";
import { readSelection } from "./select.ts";

/** Parses `$expand`. An unknown field in it doesn't fail the request: every row contains the error. @throws ODataError */
export function readExpansions(
  call: ViewCall,
  occurrence: Occurrence,
  expand: string | undefined,
): readonly Expansion[] {
  if (expand === undefined || expand === "") return [];
  if (expand === "*") return occurrence.hops.map((hop) => expansion(call, hop, NO_OPTIONS));
  return splitTop(expand, ",").map((part) => {
    const [, name = part, inner] = /^([^(]+?)\s*(?:\((.*)\))?$/s.exec(part) ?? [];
    const hop = navigationNamed(occurrence, readName(name));
    if (hop === undefined) throw unknownTable(readName(name));
    return expansion(call, hop, inner === undefined ? NO_OPTIONS : nestedOptions(inner, call.options.aliases));
  });
}

function expansion(call: ViewCall, hop: Hop, options: QueryOptions): Expansion {
  const { to } = hop;
  const name = call.form.entityIds ? tableId(to) : to.name;
  requireRecords(call.account, to.table, "view");
  try {
    const view: RowView = {
      occurrence: to,
      selection: readSelection(call, to, options.select, (field) => unknownColumn(field, to.name, FQL_POSITION)),
      expansions: readExpansions(call, to, options.expand),
    };
    // Read once before the first row, so that errors are found even if no row has related rows.
    foundRows(call, to, [], options);
    const counts = wantsCount(options);
    return (row, record) => {
      const { rows, found } = foundRows(call, to, relatedRecords(record, [hop]), options);
      if (counts) row[`${name}${call.form.count}`] = found.length;
      row[name] = rows.map((related) => renderRow(call, view, related, found));
    };
  } catch (error) {
    if (!(error instanceof ODataError) || error.code !== "8309") throw error;
    const { code, message } = error;
    return (row) => {
      const errors = Array.isArray(row.error) ? row.error : [];
      row.error = [...errors, { error: { code, message } }];
    };
  }
}

/** Position of errors in the query that the server generates for an expansion. */
const FQL_POSITION = 20;

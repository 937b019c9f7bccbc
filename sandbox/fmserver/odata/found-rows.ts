import type { LiveRecord } from "../world/live/live-table.ts";
import type { Occurrence } from "../world/live/occurrences.ts";
import type { ViewCall } from "./odata-call.ts";
import { syntaxError } from "./odata-error.ts";
import type { QueryOptions } from "./query/query-options.ts";
import { recordFilter } from "./record-filter.ts";
import { sortRecords } from "./record-order.ts";

/** Page of an entity set, with information about the whole set. */
export interface FoundRows {
  readonly rows: readonly LiveRecord[];
  /** All records that match the filter. */
  readonly found: readonly LiveRecord[];
  /** Offset of the next page; undefined after the last one. */
  readonly nextSkip: number | undefined;
}

/** Filters, sorts and pages records. @throws ODataError */
export function foundRows(
  call: ViewCall,
  occurrence: Occurrence,
  records: Iterable<LiveRecord>,
  options: QueryOptions,
): FoundRows {
  const passes = recordFilter(call, occurrence, options.filter);
  const skip = readCount(options.skip, "$skip") ?? 0;
  const top = readCount(options.top, "$top") ?? Number.POSITIVE_INFINITY;
  const found: LiveRecord[] = [];
  for (const record of records) if (passes(record)) found.push(record);
  const sorted = sortRecords(call, occurrence, found, options.orderby);
  const pageSize = Math.min(call.settings.pageSize, call.form.pageSize ?? Number.POSITIVE_INFINITY);
  const rows = sorted.slice(skip, skip + Math.min(top, pageSize));
  const end = skip + rows.length;
  const isCut = rows.length === pageSize && rows.length < top && end < sorted.length;
  return { rows, found, nextSkip: isCut ? end : undefined };
}

/** Returns a non-negative integer. @throws ODataError -1002 */
export function readCount(text: string | undefined, name: string): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,15}$/.test(text)) throw syntaxError(text === "" ? name : text);
  return Number(text);
}

/** Returns true if `$count=true` is requested. @throws ODataError -1002 */
export function wantsCount({ count }: QueryOptions): boolean {
  if (count !== undefined && count !== "true" && count !== "false") throw syntaxError(count === "" ? "$count" : count);
  return count === "true";
}

import type { LiveRecord } from "../world/live/live-table.ts";
import type { Occurrence } from "../world/live/occurrences.ts";
import type { ViewCall } from "./odata-call.ts";
import { syntaxError } from "./odata-error.ts";
import type { QueryOptions } from "./query/query-options.ts";
import { recordFilter } from "./record-filter.ts";
import { inOrder } from "./record-order.ts";

/** A page of an entity set, and what is said of the whole. */
export interface FoundRows {
  readonly rows: readonly LiveRecord[];
  /** Everything that the filter lets through. */
  readonly found: readonly LiveRecord[];
  /** Where the next page starts; undefined behind the last. */
  readonly nextSkip: number | undefined;
}

/** Filters, sorts and cuts records as options say. @throws ODataError */
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
  const sorted = inOrder(call, occurrence, found, options.orderby);
  const pageSize = Math.min(call.settings.pageSize, call.form.pageSize ?? Number.POSITIVE_INFINITY);
  const rows = sorted.slice(skip, skip + Math.min(top, pageSize));
  const end = skip + rows.length;
  const isCut = rows.length === pageSize && rows.length < top && end < sorted.length;
  return { rows, found, nextSkip: isCut ? end : undefined };
}

/** A whole number that is not negative. @throws ODataError -1002 */
export function readCount(text: string | undefined, name: string): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,15}$/.test(text)) throw syntaxError(text === "" ? name : text);
  return Number(text);
}

/** Whether `$count=true` is asked for. @throws ODataError -1002 */
export function wantsCount({ count }: QueryOptions): boolean {
  if (count !== undefined && count !== "true" && count !== "false") throw syntaxError(count === "" ? "$count" : count);
  return count === "true";
}

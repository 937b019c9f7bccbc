import type { Reply } from "../../http/reply.ts";
import { contextOf } from "../addresses.ts";
import { readApplied } from "../apply/read-applied.ts";
import { readExpansions } from "../expand.ts";
import { foundRows, wantsCount } from "../found-rows.ts";
import type { ODataCall } from "../odata-call.ts";
import { syntaxError } from "../odata-error.ts";
import { jsonAnswer } from "../odata-reply.ts";
import { hasEmptyRows, recordFilter } from "../record-filter.ts";
import { renderRow } from "../render-row.ts";
import { type Resource, recordsOf } from "../resource.ts";
import { readSelection } from "../select.ts";

/** Reads an entity set, or the records related to a record. */
export function readCollection(call: ODataCall, resource: Extract<Resource, { kind: "collection" }>): Reply {
  const { occurrence, origin } = resource;
  const { form, options, settings } = call;
  if (options.apply !== undefined) return readApplied(call, resource, options.apply);
  const selection = readSelection(call, occurrence, options.select);
  const expansions = readExpansions(call, occurrence, options.expand);
  const counts = wantsCount(options);
  const { rows, found, nextSkip } = foundRows(call, occurrence, recordsOf(occurrence, origin), options);
  const view = { occurrence, selection, expansions };
  const isEmpty = hasEmptyRows(call, occurrence, options.filter);
  const columns = selection.isExplicit ? selection.columns : undefined;
  return jsonAnswer(form, settings, {
    [`${form.mark}context`]: contextOf(call, occurrence.name, columns),
    ...(counts && { [form.count]: settings.countAsText ? String(found.length) : found.length }),
    value: rows.map((record) => (isEmpty ? emptied : same)(renderRow(call, view, record, found))),
    ...(nextSkip !== undefined && { [`${form.mark}nextLink`]: nextLink(call, nextSkip, rows.length) }),
  });
}

/** Returns only the number of records that match the filter. */
export function countRecords(call: ODataCall, resource: Extract<Resource, { kind: "count" }>): Reply {
  if (!call.settings.countPath) throw syntaxError("$count");
  const { occurrence, origin } = resource;
  const passes = recordFilter(call, occurrence, call.options.filter);
  let count = 0;
  for (const record of recordsOf(occurrence, origin)) if (passes(record)) count += 1;
  return {
    status: 200,
    code: "0",
    headers: { "Content-Type": "text/plain;charset=utf-8", "OData-Version": call.form.version },
    body: Buffer.from(String(count)),
  };
}

type Row = Record<string, unknown>;

const same = (row: Row): Row => row;

/** Returns a row with its annotations and no values. */
function emptied(row: Row): Row {
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, name.startsWith("@") ? value : null]));
}

/** Returns the address of the next page of the same request. */
function nextLink(call: ODataCall, skip: number, shown: number): string {
  const { nextLink: form, nextLinkColon } = call.settings;
  const pairs = call.request.query
    .split("&")
    .filter((pair) => pair !== "" && !/^\$?(?:skip|skiptoken|top)=/.test(pair));
  // A real server doesn't understand these colons when the link comes back.
  const kept = nextLinkColon === "encoded" ? pairs.map((pair) => pair.replaceAll(":", "%3A")) : pairs;
  const next = form === "skip" ? `$skip=${skip}` : `$skiptoken=s${skip}t0`;
  const top = call.options.top === undefined ? [] : [`$top=${Number(call.options.top) - shown}`];
  return `${call.incoming.origin}${call.request.path}?${[...kept, ...top, next].join("&")}`;
}

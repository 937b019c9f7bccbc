import type { Reply } from "../../http/reply.ts";
import { contextOf } from "../addresses.ts";
import { readCount, wantsCount } from "../found-rows.ts";
import type { ODataCall } from "../odata-call.ts";
import { unsupported } from "../odata-error.ts";
import { jsonAnswer } from "../odata-reply.ts";
import { textOf } from "../query/functions.ts";
import { isTemporal, type Value } from "../query/value.ts";
import { orderOf } from "../record-order.ts";
import { type Resource, recordsOf } from "../resource.ts";
import { appliedRows } from "./apply-rows.ts";

/** Reads the groups and aggregates of an entity set, sorted and paged like other rows. */
export function readApplied(
  call: ODataCall,
  resource: Extract<Resource, { kind: "collection" }>,
  apply: string,
): Reply {
  const { occurrence, origin } = resource;
  const { options, form } = call;
  for (const refused of [options.filter, options.select, options.expand])
    if (refused !== undefined) throw unsupported();
  const rows = appliedRows(call, occurrence, recordsOf(occurrence, origin), apply);
  const sorted = orderOf(rows, options.orderby, (name) => {
    const isKnown = rows.length === 0 || rows[0]?.has(name) === true;
    return isKnown ? (row) => row.get(name) ?? null : undefined;
  });
  const skip = readCount(options.skip, "$skip") ?? 0;
  const top = readCount(options.top, "$top") ?? rows.length;
  const names = [...(rows[0]?.keys() ?? [])];
  return jsonAnswer(form, call.settings, {
    [`${form.mark}context`]: `${contextOf(call, occurrence.name)}(${names.map((name) => `"${name}"`).join(",")})`,
    ...(wantsCount(options) && { [form.count]: rows.length }),
    value: sorted
      .slice(skip, skip + top)
      .map((row) => Object.fromEntries([...row].map(([name, value]) => [name, valueJson(call, value)]))),
  });
}

function valueJson(call: ODataCall, value: Value): unknown {
  if (isTemporal(value)) return textOf(value);
  return typeof value === "number" && call.form.quotedNumbers ? String(value) : value;
}

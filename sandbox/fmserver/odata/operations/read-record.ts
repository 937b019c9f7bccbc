import type { Reply } from "../../http/reply.ts";
import { contextOf } from "../addresses.ts";
import { readExpansions } from "../expand.ts";
import type { ODataCall } from "../odata-call.ts";
import { jsonAnswer } from "../odata-reply.ts";
import { renderRow } from "../render-row.ts";
import type { Resource } from "../resource.ts";
import { readSelection } from "../select.ts";

/** Reads a record by its key. */
export function readRecord(call: ODataCall, resource: Extract<Resource, { kind: "record" }>): Reply {
  const { occurrence, record } = resource;
  return jsonAnswer(call.form, call.settings, entityOf(call, occurrence, record));
}

/** Returns a record as a complete answer, with its context. */
export function entityOf(
  call: ODataCall,
  occurrence: Extract<Resource, { kind: "record" }>["occurrence"],
  record: Extract<Resource, { kind: "record" }>["record"],
): Record<string, unknown> {
  const selection = readSelection(call, occurrence, call.options.select);
  const expansions = readExpansions(call, occurrence, call.options.expand);
  const columns = selection.isExplicit ? selection.columns : undefined;
  return {
    [`${call.form.mark}context`]: contextOf(call, occurrence.name, columns, "/$entity"),
    ...renderRow(call, { occurrence, selection, expansions }, record, [record]),
  };
}

import { requireRecords } from "../../data-api/records/privileges.ts";
import type { Reply } from "../../http/reply.ts";
import type { LiveRecord } from "../../world/live/live-table.ts";
import { contextOf } from "../addresses.ts";
import { commitChanges } from "../commit-changes.ts";
import { jsonBody } from "../json-body.ts";
import type { ODataCall } from "../odata-call.ts";
import { unsupported } from "../odata-error.ts";
import { emptyAnswer, jsonAnswer } from "../odata-reply.ts";
import { recordFilter } from "../record-filter.ts";
import { renderRow } from "../render-row.ts";
import { type Resource, recordsOf } from "../resource.ts";
import { readSelection } from "../select.ts";
import { writeFields } from "../write-fields.ts";
import { entityOf } from "./read-record.ts";

/** Changes the fields in the body, regardless of the method. */
export function updateRecord(call: ODataCall, resource: Extract<Resource, { kind: "record" }>): Reply {
  const { occurrence, record } = resource;
  change(call, occurrence, [record]);
  const headers = affected(1);
  if (!answersRecords(call)) return emptyAnswer(call.form, headers);
  return jsonAnswer(call.form, call.settings, entityOf(call, occurrence, record), { headers });
}

/** Changes all records that match the filter, or none. */
export function updateRecords(call: ODataCall, resource: Extract<Resource, { kind: "collection" }>): Reply {
  const { occurrence } = resource;
  const records = filteredRecords(call, resource);
  change(call, occurrence, records);
  const headers = affected(records.length);
  if (!answersRecords(call)) return emptyAnswer(call.form, headers);
  const view = { occurrence, selection: readSelection(call, occurrence, call.options.select), expansions: [] };
  const body = {
    [`${call.form.mark}context`]: contextOf(call, occurrence.name),
    value: records.map((record) => renderRow(call, view, record, records)),
  };
  return jsonAnswer(call.form, call.settings, body, { headers });
}

function answersRecords({ form, settings }: ODataCall): boolean {
  if (settings.updateAnswer !== "byPrefer") return settings.updateAnswer === "always";
  return form.returns === "representation";
}

/** Returns the header with the number of changed records, which clients can't read anywhere else. */
function affected(count: number): Readonly<Record<string, string>> {
  return { "fmodata.affected_rows": String(count) };
}

/**
 * Returns the records of a bulk change, which requires a filter so that not all records are changed by mistake. @throws ODataError -1003
 */
export function filteredRecords(
  call: ODataCall,
  { occurrence, origin }: Extract<Resource, { kind: "collection" }>,
): readonly LiveRecord[] {
  if (call.options.filter === undefined || call.options.filter === "") throw unsupported();
  return [...recordsOf(occurrence, origin)].filter(recordFilter(call, occurrence, call.options.filter));
}

function change(
  call: ODataCall,
  occurrence: Extract<Resource, { kind: "record" }>["occurrence"],
  records: readonly LiveRecord[],
): void {
  const values = jsonBody(call);
  requireRecords(call.account, occurrence.table, "edit");
  commitChanges(call, (transaction) => {
    for (const record of records) writeFields(call, transaction, occurrence, record, values);
  });
}

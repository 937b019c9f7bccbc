import { requireRecords } from "../../data-api/records/privileges.ts";
import { FmError } from "../../fm-error.ts";
import type { Reply } from "../../http/reply.ts";
import { matchingValues } from "../../world/live/occurrences.ts";
import { recordAddress, setAddress } from "../addresses.ts";
import { commitChanges } from "../commit-changes.ts";
import { jsonBody } from "../json-body.ts";
import type { ODataCall } from "../odata-call.ts";
import { emptyAnswer, jsonAnswer } from "../odata-reply.ts";
import type { Resource } from "../resource.ts";
import { writeFields } from "../write-fields.ts";
import { entityOf } from "./read-record.ts";

/** Creates a record; below another record, a related one. */
export function createRecord(call: ODataCall, resource: Extract<Resource, { kind: "collection" }>): Reply {
  const { occurrence, origin } = resource;
  const { table } = occurrence;
  const values = jsonBody(call);
  requireRecords(call.account, table, "create");
  if (origin !== undefined && !origin.hop.mayCreate) throw new FmError("201");
  const record = commitChanges(call, (transaction) => {
    const created = transaction.create(table);
    if (origin !== undefined) {
      for (const [name, text] of matchingValues(origin.record, origin.hop)) {
        const field = table.fields.get(name.toLowerCase());
        if (field !== undefined) transaction.assign(table, created, field, 1, text);
      }
    }
    writeFields(call, transaction, occurrence, created, values);
    return created;
  });
  if (call.form.returns === "minimal") {
    return emptyAnswer(call.form, { Location: `${setAddress(call, occurrence)}(ROWID=${record.id})` });
  }
  const headers = { Location: recordAddress(call, occurrence, record) };
  return jsonAnswer(call.form, call.settings, entityOf(call, occurrence, record), { status: 201, headers });
}

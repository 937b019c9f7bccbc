import { requireRecords } from "../../data-api/records/privileges.ts";
import type { Reply } from "../../http/reply.ts";
import { withRelated } from "../../world/changes/with-related.ts";
import type { LiveRecord } from "../../world/live/live-table.ts";
import type { Occurrence } from "../../world/live/occurrences.ts";
import { commitChanges } from "../commit-changes.ts";
import type { ODataCall } from "../odata-call.ts";
import { emptyAnswer } from "../odata-reply.ts";
import type { Resource } from "../resource.ts";
import { filteredRecords } from "./update-records.ts";

/** Deletes a record, and related records if a relationship says so. */
export function deleteRecord(call: ODataCall, resource: Extract<Resource, { kind: "record" }>): Reply {
  return remove(call, resource.occurrence, [resource.record]);
}

/** Deletes all records that match the filter. */
export function deleteRecords(call: ODataCall, resource: Extract<Resource, { kind: "collection" }>): Reply {
  return remove(call, resource.occurrence, filteredRecords(call, resource));
}

function remove(call: ODataCall, occurrence: Occurrence, records: readonly LiveRecord[]): Reply {
  requireRecords(call.account, occurrence.table, "delete");
  commitChanges(call, (transaction) => {
    for (const record of records) {
      for (const recordToDelete of withRelated(occurrence, record))
        transaction.remove(recordToDelete.table, recordToDelete.record);
    }
  });
  return emptyAnswer(call.form, { "fmodata.affected_rows": String(records.length) });
}

import { FmError } from "../../fm-error.ts";
import { removeRecord } from "../../world/changes/store-record.ts";
import { withRelated } from "../../world/changes/with-related.ts";
import { announce } from "../../world/live/live-table.ts";
import type { SessionOperation } from "../operation.ts";
import { queryParameters } from "../parameters.ts";
import { requireRecords } from "../records/privileges.ts";
import { layoutOf, recordOf } from "../records/view.ts";
import { requestScripts } from "../scripts.ts";

/** Deletes a record, and related records if a relationship says so. */
export const deleteRecord: SessionOperation = {
  method: "DELETE",
  path: "/databases/{db}/layouts/{layout}/records/{id}",
  access: "session",
  body: "none",
  async run(call) {
    const { occurrence } = layoutOf(call);
    const scripts = requestScripts(call, queryParameters(call, []));
    await scripts.run("prerequest", occurrence.table);
    const record = recordOf(call, occurrence.table);
    requireRecords(call.session.account, occurrence.table, "delete");
    if (call.host.faults.use("lockedRecord", call.request) !== undefined) throw new FmError("301");
    for (const recordsToDelete of withRelated(occurrence, record, call.session.globals)) {
      removeRecord(recordsToDelete.table, recordsToDelete.record);
      announce(recordsToDelete.table, "DELETE", [recordsToDelete.record.id]);
    }
    await scripts.run("presort", occurrence.table);
    await scripts.run("after", occurrence.table);
    return { response: { ...scripts.results } };
  },
};

import { FmError } from "../fm-error.ts";
import { announce } from "../world/live-table.ts";
import { removeRecord } from "../world/store-record.ts";
import { withRelated } from "../world/with-related.ts";
import type { SessionOperation } from "./operation.ts";
import { queryParameters } from "./parameters.ts";
import { requireRecords } from "./privileges.ts";
import { requestScripts } from "./scripts.ts";
import { layoutOf, recordOf } from "./view.ts";

/** Deletes a record, and those that a relationship says go with it. */
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
    if (call.host.faults.strike("lockedRecord", call.request) !== undefined) throw new FmError("301");
    for (const doomed of withRelated(occurrence, record)) {
      removeRecord(doomed.table, doomed.record);
      announce(doomed.table, "DELETE", [doomed.record.id]);
    }
    await scripts.run("presort", occurrence.table);
    await scripts.run("after", occurrence.table);
    return { response: { ...scripts.results } };
  },
};

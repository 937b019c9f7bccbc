import type { SessionOperation } from "../operation.ts";
import { bodyParameters } from "../parameters.ts";
import { commitWrite } from "../records/commit-write.ts";
import { requireRecords } from "../records/privileges.ts";
import { layoutOf } from "../records/view.ts";
import { readWriteOptions } from "../records/write-options.ts";
import { writeFields, writePortals } from "../records/write-record.ts";
import { requestScripts } from "../scripts.ts";

/** Creates a record; with an empty `fieldData`, it only has auto-enter values. */
export const createRecord: SessionOperation = {
  method: "POST",
  path: "/databases/{db}/layouts/{layout}/records",
  access: "session",
  body: "json",
  async run(call) {
    const layout = layoutOf(call);
    const { table } = layout.occurrence;
    const parameters = bodyParameters(call, ["fieldData", "portalData", "options", "dateformats"]);
    const options = readWriteOptions(call, parameters);
    const scripts = requestScripts(call, parameters);
    requireRecords(call.session.account, table, "create");
    await scripts.run("prerequest", table);
    const record = commitWrite(call, options, (transaction) => {
      const created = transaction.create(table);
      const write = { call, layout, record: created, transaction, options };
      writeFields(write, parameters.get("fieldData"));
      writePortals(write, parameters.get("portalData"));
      return created;
    });
    await scripts.run("presort", table, record);
    await scripts.run("after", table, record);
    // Only an edit returns the related records that it has created.
    return { response: { recordId: String(record.id), modId: String(record.modId), ...scripts.results } };
  },
};

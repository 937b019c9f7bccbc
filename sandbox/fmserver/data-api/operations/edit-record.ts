import { FmError } from "../../fm-error.ts";
import type { SessionOperation } from "../operation.ts";
import { bodyParameters } from "../parameters.ts";
import { commitWrite } from "../records/commit-write.ts";
import { newRowInfo } from "../records/new-row-info.ts";
import { layoutOf, recordOf } from "../records/view.ts";
import { readWriteOptions } from "../records/write-options.ts";
import { writeFields, writePortals } from "../records/write-record.ts";
import { requestScripts } from "../scripts.ts";

/** Changes a record, its related rows, or both; `modId` guards against concurrent changes. */
export const editRecord: SessionOperation = {
  method: "PATCH",
  path: "/databases/{db}/layouts/{layout}/records/{id}",
  access: "session",
  body: "json",
  async run(call) {
    const layout = layoutOf(call);
    const { table } = layout.occurrence;
    const parameters = bodyParameters(call, ["fieldData", "portalData", "modId", "options", "dateformats"]);
    const options = readWriteOptions(call, parameters);
    const scripts = requestScripts(call, parameters);
    await scripts.run("prerequest", table);
    const record = recordOf(call, table);
    if (call.host.faults.use("lockedRecord", call.request) !== undefined) throw new FmError("301");
    const modId = parameters.get("modId");
    if (modId !== undefined && String(modId) !== String(record.modId)) throw new FmError("306");
    const rows = commitWrite(call, options, (transaction) => {
      const write = { call, layout, record, transaction, options };
      writeFields(write, parameters.get("fieldData"));
      return writePortals(write, parameters.get("portalData"));
    });
    await scripts.run("presort", table, record);
    await scripts.run("after", table, record);
    return { response: { modId: String(record.modId), ...newRowInfo(rows), ...scripts.results } };
  },
};

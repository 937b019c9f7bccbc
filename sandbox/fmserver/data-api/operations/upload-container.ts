import { FmError } from "../../fm-error.ts";
import { assignCell, committed } from "../../world/changes/store-record.ts";
import { announce } from "../../world/live/live-table.ts";
import { type OperationAnswer, pathValue, type SessionCall, type SessionOperation } from "../operation.ts";
import { queryParameters } from "../parameters.ts";
import { changerOf } from "../records/commit-write.ts";
import { fieldAccess, requireRecords } from "../records/privileges.ts";
import { layoutOf, recordOf } from "../records/view.ts";
import { uploadedFile } from "../uploaded-file.ts";

/** Stores a file in a container field. */
export const uploadContainer: SessionOperation = {
  method: "POST",
  path: "/databases/{db}/layouts/{layout}/records/{id}/containers/{field}",
  access: "session",
  body: "multipart",
  run: upload,
};

/** Stores a file in a repetition of a container field. */
export const uploadContainerRepetition: SessionOperation = {
  ...uploadContainer,
  path: "/databases/{db}/layouts/{layout}/records/{id}/containers/{field}/{repetition}",
};

async function upload(call: SessionCall): Promise<OperationAnswer> {
  const layout = layoutOf(call);
  const { table } = layout.occurrence;
  const record = recordOf(call, table);
  const repetition = call.path.repetition ?? "1";
  const cell = layout.cellByKey.get(`${pathValue(call, "field")}(${repetition})`.toLowerCase());
  if (cell === undefined) throw new FmError("102");
  const { field, path } = cell.item;
  if (field.type !== "container" || path.length > 0 || field.calculation !== undefined) throw new FmError("201");
  if (fieldAccess(call.session.account, cell.item) !== "modify") throw new FmError("201");
  requireRecords(call.session.account, table, "edit");
  const modId = queryParameters(call, ["modId"]).get("modId");
  const file = await uploadedFile(call);
  if (call.host.faults.use("lockedRecord", call.request) !== undefined) throw new FmError("301");
  if (modId !== undefined && String(modId) !== String(record.modId)) throw new FmError("306");
  assignCell(table, record, field, cell.repetition, file);
  committed(table, record, changerOf(call));
  announce(table, "UPDATE", [record.id]);
  return { response: { modId: String(record.modId) } };
}

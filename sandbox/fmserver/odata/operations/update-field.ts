import { fieldAccess, requireRecords } from "../../data-api/records/privileges.ts";
import { FmError } from "../../fm-error.ts";
import type { Reply } from "../../http/reply.ts";
import type { ContainerFile } from "../../world/values/cell.ts";
import { isReadOnly } from "../columns.ts";
import { commitChanges } from "../commit-changes.ts";
import { namedFile } from "../container-from.ts";
import { jsonBody } from "../json-body.ts";
import type { ODataCall } from "../odata-call.ts";
import { badBody, ODataError } from "../odata-error.ts";
import { emptyAnswer } from "../odata-reply.ts";
import type { Resource } from "../resource.ts";
import { writeFields } from "../write-fields.ts";

type FieldResource = Extract<Resource, { kind: "field" | "value" }>;

/** Changes a field: with JSON `{"value": ...}`, or with the bytes of a container. */
export function updateField(call: ODataCall, resource: FieldResource): Reply {
  const { occurrence, record, column } = resource;
  requireRecords(call.account, occurrence.table, "edit");
  const isJson = /json/i.test(call.request.headers["content-type"] ?? "json");
  if (isJson && resource.kind === "field") {
    const { value } = jsonBody(call);
    if (value === undefined) throw badBody("the request body has no value");
    commitChanges(call, (transaction) => writeFields(call, transaction, occurrence, record, { [column.name]: value }));
    return emptyAnswer(call.form);
  }
  const mayModify = fieldAccess(call.account, { occurrence, field: column.field }) === "modify";
  if (column.field.type !== "container" || isReadOnly(column.field) || !mayModify) throw new FmError("201");
  const file = sentFile(call);
  commitChanges(call, (transaction) => {
    transaction.assign(occurrence.table, record, column.field, column.repetition, file);
  });
  return { ...emptyAnswer(call.form), status: 200 };
}

function sentFile(call: ODataCall): ContainerFile {
  const type = (call.request.headers["content-type"] ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
  if (!/^(?:image\/[\w.+-]+|application\/(?:pdf|octet-stream))$/.test(type)) {
    throw new ODataError(415, "-1003", "Unsupported content type");
  }
  return namedFile(call.request.body, dispositionName(call.request.headers["content-disposition"] ?? ""), type);
}

/** Returns the file name in a Content-Disposition header: plain, quoted, or encoded as in RFC 5987. */
function dispositionName(header: string): string | undefined {
  const encoded = /filename\*\s*=\s*UTF-8'[^']*'([^;\s]+)/i.exec(header)?.[1];
  if (encoded !== undefined) {
    try {
      return decodeURIComponent(encoded);
    } catch {
      // A name that can't be decoded is ignored.
      return undefined;
    }
  }
  const [, quoted, plain] = /filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;]+))/i.exec(header) ?? [];
  return quoted?.replace(/\\(.)/g, "$1") ?? plain?.trim();
}

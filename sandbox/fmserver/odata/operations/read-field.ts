import type { Reply } from "../../http/reply.ts";
import { type ContainerFile, isContainerFile } from "../../world/values/cell.ts";
import { contextOf } from "../addresses.ts";
import { mediaType } from "../media-type.ts";
import type { ODataCall } from "../odata-call.ts";
import { emptyAnswer, jsonAnswer } from "../odata-reply.ts";
import { textOf } from "../query/functions.ts";
import { columnCell, columnJson, columnValue } from "../read-value.ts";
import { NO_GLOBALS } from "../record-filter.ts";
import type { Resource } from "../resource.ts";

type FieldResource = Extract<Resource, { kind: "field" | "value" }>;

/** Returns the value of a field. */
export function readField(call: ODataCall, resource: FieldResource): Reply {
  const { occurrence, column, key } = resource;
  const cell = cellOfResource(resource);
  return jsonAnswer(call.form, call.settings, {
    [`${call.form.mark}context`]: contextOf(call, `${occurrence.name}(${key})/${column.name}`),
    value: columnJson(call, column, cell),
  });
}

/** Returns the value without JSON: a container's bytes, other values as text. */
export function readRawValue(call: ODataCall, resource: FieldResource): Reply {
  const cell = cellOfResource(resource);
  if (cell === "") return emptyAnswer(call.form);
  if (isContainerFile(cell)) return containerAnswer(call, cell);
  return textAnswer(call, textOf(columnValue(resource.column, cell)));
}

function containerAnswer(call: ODataCall, file: ContainerFile): Reply {
  // Like the real server, returns the file's name if the caller requests application/octet-stream.
  if (call.form.wantsFileName) return textAnswer(call, file.name);
  call.host.counters.downloads += 1;
  return {
    status: 200,
    code: "0",
    headers: {
      "Content-Type": mediaType(file),
      "Content-Disposition": `attachment; ${dispositionName(file.name)}`,
      "OData-Version": call.form.version,
    },
    body: file.bytes,
  };
}

function textAnswer(call: ODataCall, text: string): Reply {
  return {
    status: 200,
    code: "0",
    headers: { "Content-Type": "text/plain;charset=utf-8", "OData-Version": call.form.version },
    body: Buffer.from(text),
  };
}

function dispositionName(name: string): string {
  if (/^[\x20-\x7e]*$/.test(name)) return `filename="${name.replace(/["\\]/g, "\\$&")}"`;
  return `filename*=UTF-8''${encodeURIComponent(name)}`;
}

function cellOfResource({ occurrence, column, record }: FieldResource) {
  return columnCell(occurrence, column, record, { globals: NO_GLOBALS, found: [record] });
}

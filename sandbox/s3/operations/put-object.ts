import { checkWriteConditions } from "../conditions.ts";
import { receiveBody } from "../receive-body.ts";
import { checksumHeaders, replyEmpty } from "../reply.ts";
import { describeObject } from "./describe-object.ts";
import type { Operation } from "./operation.ts";

export const putObject: Operation = async ({ call, authentic, bucket, nowMs }) => {
  const description = describeObject(call);
  checkWriteConditions(call, call.key, bucket.get(call.key));
  const { id, result } = await bucket.segments.write((write) => receiveBody(call, authentic, write));
  const { size, md5, checksum } = result;
  const segment = { id, size };
  const record = {
    ...description,
    key: call.key,
    size,
    etag: `"${md5.toString("hex")}"`,
    modifiedMs: nowMs,
    segments: [segment],
    ...(checksum === undefined ? {} : { checksum: { ...checksum, type: "FULL_OBJECT" as const } }),
  };
  try {
    // Checked again, because other writes weren't blocked while the body was received.
    bucket.put(record, (before) => checkWriteConditions(call, call.key, before));
  } catch (error) {
    bucket.segments.discard([segment]);
    throw error;
  }
  replyEmpty(call, 200, { etag: record.etag, ...checksumHeaders(record) });
};

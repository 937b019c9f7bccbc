import { createHash } from "node:crypto";
import { checkWriteConditions } from "../conditions.ts";
import { isoTime, replyXml } from "../reply.ts";
import { S3Error } from "../s3-error.ts";
import type { Operation } from "./operation.ts";

const largestBytes = 5 * 1024 ** 3;

/** Copies an object in the same bucket, with its properties. */
export const copyObject: Operation = async ({ call, bucket, nowMs }) => {
  const [, name = "", key = ""] = /^\/?([^/]+)\/(.+)$/s.exec(decoded(call.header("x-amz-copy-source") ?? "")) ?? [];
  if (name !== bucket.name) throw new S3Error("NotImplemented", "Objects are copied within their bucket only");
  const source = bucket.get(key);
  if (source === undefined) throw new S3Error("NoSuchKey", "The specified key does not exist.");
  if (source.size > largestBytes)
    throw new S3Error("InvalidRequest", "The specified copy source is larger than the maximum allowable size");
  const md5 = createHash("md5");
  const { id } = await bucket.segments.write(async (write) => {
    for await (const bytes of bucket.segments.read(source.segments, 0, source.size - 1)) {
      md5.update(bytes);
      await write(bytes);
    }
  });
  const { checksum: _ofTheOther, ...description } = source;
  const segment = { id, size: source.size };
  const record = {
    ...description,
    key: call.key,
    etag: `"${md5.digest("hex")}"`,
    modifiedMs: nowMs,
    segments: [segment],
  };
  try {
    bucket.put(record, (before) => checkWriteConditions(call, call.key, before));
  } catch (error) {
    bucket.segments.discard([segment]);
    throw error;
  }
  replyXml(call, "CopyObjectResult", { LastModified: isoTime(nowMs), ETag: record.etag });
};

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new S3Error("InvalidArgument", "Invalid copy source encoding.");
  }
}

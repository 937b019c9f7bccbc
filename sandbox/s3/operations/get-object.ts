import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { rangeOf } from "../byte-range.ts";
import type { Call } from "../call.ts";
import { checkReadConditions } from "../conditions.ts";
import type { ObjectRecord } from "../object-record.ts";
import { checksumHeaders, replyEmpty } from "../reply.ts";
import { S3Error } from "../s3-error.ts";
import type { Operation } from "./operation.ts";

/** GetObject and HeadObject: the same answer, with and without its body. */
export const getObject: Operation = async ({ call, bucket }) => {
  const record = bucket.get(call.key);
  if (record === undefined) throw new S3Error("NoSuchKey", "The specified key does not exist.");
  if (checkReadConditions(call, record) === "not modified") {
    replyEmpty(call, 304, { etag: record.etag, "last-modified": lastModified(record) });
    return;
  }
  const range = rangeOf(call.header("range"), record.size);
  const { from, to } = range ?? { from: 0, to: record.size - 1 };
  const headers = {
    ...objectHeaders(call, record),
    "content-length": to - from + 1,
    ...(range === undefined ? {} : { "content-range": `bytes ${from}-${to}/${record.size}` }),
    // A checksum of the whole object doesn't apply to a part.
    ...(range === undefined && call.header("x-amz-checksum-mode")?.toUpperCase() === "ENABLED"
      ? checksumHeaders(record)
      : {}),
  };
  call.outgoing.writeHead(range === undefined ? 200 : 206, headers);
  if (call.method === "HEAD") {
    call.outgoing.end();
    return;
  }
  await pipeline(Readable.from(bucket.segments.read(record.segments, from, to), { objectMode: false }), call.outgoing);
};

const overridable = [
  "cache-control",
  "content-disposition",
  "content-encoding",
  "content-language",
  "content-type",
  "expires",
];

function objectHeaders(call: Call, record: ObjectRecord) {
  const headers: Record<string, string> = { ...record.headers };
  for (const name of overridable) {
    const value = call.parameter(`response-${name}`);
    if (value !== undefined) headers[name] = value;
  }
  for (const [name, value] of Object.entries(record.metadata)) headers[`x-amz-meta-${name}`] = value;
  return { ...headers, etag: record.etag, "last-modified": lastModified(record), "accept-ranges": "bytes" };
}

function lastModified({ modifiedMs }: ObjectRecord): string {
  return new Date(modifiedMs).toUTCString();
}

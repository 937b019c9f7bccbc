import { algorithmOf } from "../checksums.ts";
import { receiveBody } from "../receive-body.ts";
import { isoTime, replyEmpty, replyXml } from "../reply.ts";
import { S3Error } from "../s3-error.ts";
import { describeObject } from "./describe-object.ts";
import { countOf } from "./list-objects.ts";
import type { Operation } from "./operation.ts";

export const createUpload: Operation = async ({ call, bucket, nowMs }) => {
  const named = call.header("x-amz-checksum-algorithm");
  const algorithm = algorithmOf(named);
  if (named !== undefined && algorithm === undefined)
    throw new S3Error("NotImplemented", `The checksum ${named} is not known here`);
  if (call.header("x-amz-checksum-type") === "FULL_OBJECT") {
    throw new S3Error("NotImplemented", "Checksums of whole multipart objects are not known here");
  }
  const started = { ...describeObject(call), key: call.key, startedMs: nowMs };
  const upload = bucket.uploads.start(algorithm === undefined ? started : { ...started, algorithm });
  const headers = algorithm === undefined ? {} : { "x-amz-checksum-algorithm": algorithm.toUpperCase() };
  replyXml(call, "InitiateMultipartUploadResult", { Bucket: bucket.name, Key: call.key, UploadId: upload.id }, headers);
};

export const uploadPart: Operation = async ({ call, authentic, bucket, nowMs }) => {
  const id = call.parameter("uploadId") ?? "";
  bucket.uploads.get(id, call.key);
  const number = Number(call.parameter("partNumber"));
  if (!Number.isInteger(number) || number < 1 || number > 10_000) {
    throw new S3Error("InvalidArgument", "Part number must be an integer between 1 and 10000, inclusive");
  }
  const { id: file, result } = await bucket.segments.write((write) => receiveBody(call, authentic, write));
  const { size, md5, checksum } = result;
  const segment = { id: file, size };
  const etag = `"${md5.toString("hex")}"`;
  try {
    // The upload may have ended while the part was received.
    bucket.uploads.get(id, call.key);
  } catch (error) {
    bucket.segments.discard([segment]);
    throw error;
  }
  const part = { number, size, etag, modifiedMs: nowMs, segment };
  bucket.uploads.putPart(id, checksum === undefined ? part : { ...part, checksum });
  replyEmpty(call, 200, {
    etag,
    ...(checksum === undefined ? {} : { [`x-amz-checksum-${checksum.algorithm}`]: checksum.value }),
  });
};

export const abortUpload: Operation = async ({ call, bucket }) => {
  const id = call.parameter("uploadId") ?? "";
  bucket.uploads.get(id, call.key);
  bucket.uploads.end(id, []);
  replyEmpty(call, 204);
};

export const listParts: Operation = async ({ call, bucket }) => {
  const id = call.parameter("uploadId") ?? "";
  bucket.uploads.get(id, call.key);
  const most = countOf(call, "max-parts");
  const after = Number(call.parameter("part-number-marker") ?? 0);
  const behind = bucket.uploads.parts(id).filter(({ number }) => number > after);
  const parts = behind.slice(0, most);
  replyXml(call, "ListPartsResult", {
    Bucket: bucket.name,
    Key: call.key,
    UploadId: id,
    PartNumberMarker: after,
    NextPartNumberMarker: parts.at(-1)?.number ?? after,
    MaxParts: most,
    IsTruncated: behind.length > parts.length,
    Part: parts.map(({ number, etag, size, modifiedMs, checksum }) => ({
      PartNumber: number,
      LastModified: isoTime(modifiedMs),
      ETag: etag,
      Size: size,
      ...(checksum === undefined ? {} : { [`Checksum${checksum.algorithm.toUpperCase()}`]: checksum.value }),
    })),
  });
};

export const listUploads: Operation = async ({ call, bucket }) => {
  const prefix = call.parameter("prefix") ?? "";
  const [keyMarker, idMarker] = [call.parameter("key-marker") ?? "", call.parameter("upload-id-marker") ?? ""];
  const most = countOf(call, "max-uploads");
  const matching = bucket.uploads.all.filter(({ key }) => key.startsWith(prefix));
  const marked = matching.findIndex(({ key, id }) => key === keyMarker && id === idMarker);
  const behind =
    marked < 0 ? matching.filter(({ key }) => keyMarker === "" || key > keyMarker) : matching.slice(marked + 1);
  const uploads = behind.slice(0, most);
  const isTruncated = behind.length > uploads.length;
  const last = uploads.at(-1);
  replyXml(call, "ListMultipartUploadsResult", {
    Bucket: bucket.name,
    Prefix: prefix,
    KeyMarker: keyMarker,
    UploadIdMarker: idMarker,
    ...(isTruncated && last !== undefined ? { NextKeyMarker: last.key, NextUploadIdMarker: last.id } : {}),
    MaxUploads: most,
    IsTruncated: isTruncated,
    Upload: uploads.map(({ key, id, startedMs }) => ({ Key: key, UploadId: id, Initiated: isoTime(startedMs) })),
  });
};

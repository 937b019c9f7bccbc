import { createHash } from "node:crypto";
import { checksum } from "../checksums.ts";
import { checkWriteConditions } from "../conditions.ts";
import { quoted } from "../etag.ts";
import type { ObjectRecord, PartRecord, StoredChecksum, UploadRecord } from "../object-record.ts";
import { replyXml } from "../reply.ts";
import { S3Error } from "../s3-error.ts";
import { contents, texts } from "../xml.ts";
import { smallBody } from "./delete-objects.ts";
import type { Operation } from "./operation.ts";

/** Minimum size of all parts except the last one, in bytes. */
const leastPartBytes = 5 * 1024 * 1024;

export const completeUpload: Operation = async (stage) => {
  const { call, bucket, nowMs } = stage;
  const id = call.parameter("uploadId") ?? "";
  bucket.uploads.get(id, call.key);
  const named = namedParts(await smallBody(stage));
  const upload = bucket.uploads.get(id, call.key);
  const stored = new Map(bucket.uploads.parts(id).map((part) => [part.number, part]));
  const parts = named.map((name) => matching(name, stored.get(name.number)));
  for (const part of parts.slice(0, -1)) {
    if (part.size < leastPartBytes)
      throw new S3Error("EntityTooSmall", "Your proposed upload is smaller than the minimum allowed size");
  }
  const whole = compositeChecksum(upload, parts);
  const record: ObjectRecord = {
    key: upload.key,
    headers: upload.headers,
    metadata: upload.metadata,
    size: parts.reduce((sum, { size }) => sum + size, 0),
    etag: compositeEtag(parts),
    modifiedMs: nowMs,
    segments: parts.map(({ segment }) => segment),
    ...(whole === undefined ? {} : { checksum: whole }),
  };
  bucket.put(record, (before) => checkWriteConditions(call, call.key, before));
  bucket.uploads.end(id, parts);
  replyXml(call, "CompleteMultipartUploadResult", {
    Bucket: bucket.name,
    Key: upload.key,
    ETag: record.etag,
    ...(whole === undefined
      ? {}
      : { [`Checksum${whole.algorithm.toUpperCase()}`]: whole.value, ChecksumType: whole.type }),
  });
};

interface NamedPart {
  readonly number: number;
  readonly etag: string;
  readonly checksums: readonly string[];
}

function namedParts(xml: string): readonly NamedPart[] {
  const parts = contents(xml, "Part").map((part) => ({
    number: Number(texts(part, "PartNumber")[0]),
    etag: quoted(texts(part, "ETag")[0] ?? ""),
    checksums: ["CRC32", "CRC32C", "SHA1", "SHA256"].flatMap((name) => texts(part, `Checksum${name}`)),
  }));
  if (parts.length === 0 || parts.some(({ number }) => !Number.isInteger(number))) {
    throw new S3Error(
      "MalformedXML",
      "The XML you provided was not well-formed or did not validate against our published schema",
    );
  }
  if (parts.some(({ number }, index) => index > 0 && number <= (parts[index - 1]?.number ?? 0))) {
    throw new S3Error("InvalidPartOrder", "The list of parts was not in ascending order.");
  }
  return parts;
}

function matching(named: NamedPart, stored: PartRecord | undefined): PartRecord {
  const isSame = stored?.etag === named.etag && named.checksums.every((value) => value === stored.checksum?.value);
  if (stored === undefined || !isSame) {
    throw new S3Error("InvalidPart", "One or more of the specified parts could not be found, or did not match.");
  }
  return stored;
}

function compositeEtag(parts: readonly PartRecord[]): string {
  const hash = createHash("md5");
  for (const { etag } of parts) hash.update(Buffer.from(etag.replaceAll('"', ""), "hex"));
  return `"${hash.digest("hex")}-${parts.length}"`;
}

function compositeChecksum({ algorithm }: UploadRecord, parts: readonly PartRecord[]): StoredChecksum | undefined {
  if (algorithm === undefined) return undefined;
  const sum = checksum(algorithm);
  for (const { checksum: part } of parts) {
    if (part?.algorithm !== algorithm)
      throw new S3Error("InvalidPart", "A part lacks the checksum that its upload asked for.");
    sum.update(Buffer.from(part.value, "base64"));
  }
  return { algorithm, value: `${sum.digest()}-${parts.length}`, type: "COMPOSITE" };
}

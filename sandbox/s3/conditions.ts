import type { Call } from "./call.ts";
import { quoted } from "./etag.ts";
import type { ObjectRecord } from "./object-record.ts";
import { S3Error } from "./s3-error.ts";

/** Checks the conditions of a write on the existing object. @throws S3Error */
export function checkWriteConditions(call: Call, key: string, before: ObjectRecord | undefined): void {
  const [ifNoneMatch, ifMatch] = [call.header("if-none-match"), call.header("if-match")];
  if (ifNoneMatch !== undefined && ifNoneMatch !== "*") {
    throw new S3Error(
      "NotImplemented",
      "A header you provided implies functionality that is not implemented: If-None-Match",
    );
  }
  if (ifNoneMatch === "*" && before !== undefined) throw failed("If-None-Match");
  if (ifMatch === undefined) return;
  if (before === undefined) throw new S3Error("NoSuchKey", `The specified key does not exist: ${key}`);
  if (!matches(ifMatch, before.etag)) throw failed("If-Match");
}

/** Checks the conditions of a read; returns "not modified" if the caller already has the object. @throws S3Error */
export function checkReadConditions(call: Call, { etag, modifiedMs }: ObjectRecord): "send" | "not modified" {
  const second = Math.floor(modifiedMs / 1000) * 1000;
  const [ifMatch, ifNoneMatch] = [call.header("if-match"), call.header("if-none-match")];
  const [ifModifiedSince, ifUnmodifiedSince] = [call.header("if-modified-since"), call.header("if-unmodified-since")];
  if (ifMatch !== undefined && !matches(ifMatch, etag)) throw failed("If-Match");
  if (ifMatch === undefined && ifUnmodifiedSince !== undefined && second > Date.parse(ifUnmodifiedSince)) {
    throw failed("If-Unmodified-Since");
  }
  if (ifNoneMatch !== undefined) return matches(ifNoneMatch, etag) ? "not modified" : "send";
  return ifModifiedSince !== undefined && second <= Date.parse(ifModifiedSince) ? "not modified" : "send";
}

function matches(header: string, etag: string): boolean {
  return header.split(",").some((one) => one.trim() === "*" || quoted(one.trim()) === etag);
}

function failed(condition: string): S3Error {
  return new S3Error(
    "PreconditionFailed",
    `At least one of the pre-conditions you specified did not hold: ${condition}`,
  );
}

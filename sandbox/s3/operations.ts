import type { Call } from "./call.ts";
import { bucketLifecycle, bucketLock, bucketVersioning } from "./operations/bucket-settings.ts";
import { completeUpload } from "./operations/complete-upload.ts";
import { copyObject } from "./operations/copy-object.ts";
import { deleteObject, deleteObjects } from "./operations/delete-objects.ts";
import { getObject } from "./operations/get-object.ts";
import { listObjects } from "./operations/list-objects.ts";
import { abortUpload, createUpload, listParts, listUploads, uploadPart } from "./operations/multipart-uploads.ts";
import type { Operation } from "./operations/operation.ts";
import { putObject } from "./operations/put-object.ts";
import { replyEmpty } from "./reply.ts";
import { S3Error } from "./s3-error.ts";

/** Returns the operation of a call. @throws S3Error */
export function operationOf(call: Call): Operation {
  const has = (name: string): boolean => call.parameter(name) !== undefined;
  const onObject = call.key !== "";
  const isSetting = (name: string): boolean => call.method === "GET" && !onObject && name in bucketSettings;
  const foreign = foreignParameters.find((name) => has(name) && !isSetting(name));
  if (foreign !== undefined) throw new S3Error("NotImplemented", `There is no ?${foreign} here`);
  switch (call.method) {
    case "GET":
      if (onObject) return has("uploadId") ? listParts : getObject;
      for (const [name, operation] of Object.entries(bucketSettings)) if (has(name)) return operation;
      return has("uploads") ? listUploads : listObjects;
    case "HEAD":
      return onObject ? getObject : headBucket;
    case "PUT":
      if (onObject && has("uploadId")) return uploadPart;
      if (onObject) return call.header("x-amz-copy-source") === undefined ? putObject : copyObject;
      break;
    case "POST":
      if (onObject && has("uploads")) return createUpload;
      if (onObject && has("uploadId")) return completeUpload;
      if (!onObject && has("delete")) return deleteObjects;
      break;
    case "DELETE":
      if (onObject) return has("uploadId") ? abortUpload : deleteObject;
      break;
  }
  throw new S3Error("MethodNotAllowed", "The specified method is not allowed against this resource.");
}

const headBucket: Operation = async ({ call }) => replyEmpty(call, 200);

/** Bucket settings that can be read but not changed. */
const bucketSettings: Readonly<Record<string, Operation>> = {
  versioning: bucketVersioning,
  "object-lock": bucketLock,
  lifecycle: bucketLifecycle,
};

/** Subresources of S3 that this stand-in doesn't have: refusing them is better than a wrong answer. */
const foreignParameters = [
  "acl",
  "cors",
  "lifecycle",
  "legal-hold",
  "location",
  "object-lock",
  "policy",
  "retention",
  "tagging",
  "versioning",
  "versionId",
  "versions",
  "website",
];

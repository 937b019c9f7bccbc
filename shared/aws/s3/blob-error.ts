import { translatedError } from "../translated-error.ts";

/** What a call to S3 failed with, as the Blobs port says it. */
export function blobError(error: unknown): unknown {
  return translatedError("S3", error, (name) =>
    name === "InvalidRange"
      ? new RangeError("The range starts behind the end of the blob", { cause: error })
      : undefined,
  );
}

/** Whether S3 says that there is no such object or upload. A HEAD has no body to name it in. */
export function isMissing(error: unknown): boolean {
  return hasName(error, "NotFound", "NoSuchKey", "NoSuchUpload");
}

export function hasName(error: unknown, ...names: readonly string[]): boolean {
  return error instanceof Error && names.includes(error.name);
}

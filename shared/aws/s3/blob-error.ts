import { translatedError } from "../translated-error.ts";

/** Translates an S3 error for the Blobs port. */
export function blobError(error: unknown): unknown {
  return translatedError("S3", error, (name) =>
    name === "InvalidRange"
      ? new RangeError("The range starts after the end of the blob", { cause: error })
      : undefined,
  );
}

/** True if S3 reports that the object or upload doesn't exist. The response to a HEAD has no body with the error's name. */
export function isMissing(error: unknown): boolean {
  return hasName(error, "NotFound", "NoSuchKey", "NoSuchUpload");
}

export function hasName(error: unknown, ...names: readonly string[]): boolean {
  return error instanceof Error && names.includes(error.name);
}

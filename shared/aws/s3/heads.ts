import type { BlobHead } from "#shared/ports/blobs.ts";

/** Relevant metadata of an S3 object. */
export interface ObjectHead {
  readonly ETag?: string | undefined;
  readonly LastModified?: Date | undefined;
  readonly ContentType?: string | undefined;
  readonly Metadata?: Record<string, string> | undefined;
}

/** Returns our metadata of an object: S3 stores only whole seconds, and doesn't know whose write it was. */
export function metadataOf(modifiedAt: number, writeId: string): Record<string, string> {
  return { [modifiedName]: String(modifiedAt), [writeName]: writeId };
}

export function headOf(object: ObjectHead, sizeBytes: number): BlobHead {
  const own = object.Metadata?.[modifiedName];
  const { ContentType: contentType } = object;
  return {
    sizeBytes,
    etag: (object.ETag ?? "").replaceAll('"', ""),
    // Clients that upload to a presigned URL don't send our metadata.
    modifiedAt: own === undefined ? (object.LastModified?.getTime() ?? 0) : Number(own),
    ...(contentType === undefined || contentType === untyped ? {} : { contentType }),
  };
}

export function writeIdOf({ Metadata }: ObjectHead): string | undefined {
  return Metadata?.[writeName];
}

/** Type that S3 gives to an object without one. The SDK would use another. */
export const untyped = "binary/octet-stream";

const modifiedName = "modified-at";
const writeName = "write";

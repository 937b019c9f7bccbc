import type { BlobHead } from "#shared/ports/blobs.ts";

/** What S3 reports of an object; the parts that matter here. */
export interface ObjectHead {
  readonly ETag?: string | undefined;
  readonly LastModified?: Date | undefined;
  readonly ContentType?: string | undefined;
  readonly Metadata?: Record<string, string> | undefined;
}

/** Our own words on an object: S3 keeps whole seconds only, and does not know whose write it was. */
export function metadataOf(modifiedAt: number, writeId: string): Record<string, string> {
  return { [modifiedName]: String(modifiedAt), [writeName]: writeId };
}

export function headOf(object: ObjectHead, sizeBytes: number): BlobHead {
  const own = object.Metadata?.[modifiedName];
  const { ContentType: contentType } = object;
  return {
    sizeBytes,
    etag: (object.ETag ?? "").replaceAll('"', ""),
    // Clients that upload to a presigned address say nothing of our own.
    modifiedAt: own === undefined ? (object.LastModified?.getTime() ?? 0) : Number(own),
    ...(contentType === undefined || contentType === untyped ? {} : { contentType }),
  };
}

export function writeIdOf({ Metadata }: ObjectHead): string | undefined {
  return Metadata?.[writeName];
}

/** The type that S3 gives to an object without one. The SDK would call it something else. */
export const untyped = "binary/octet-stream";

const modifiedName = "modified-at";
const writeName = "write";

import { AbortMultipartUploadCommand, ListMultipartUploadsCommand } from "@aws-sdk/client-s3";
import type { S3Place } from "./s3-blobs.ts";
import { blobError, isMissing } from "./s3-errors.ts";

/** Aborts multipart uploads that began before a moment, in milliseconds: their parts cost money and nobody sees them. Answers how many. */
export async function abortLeftovers(
  { client, bucket: Bucket, prefix: Prefix = "" }: S3Place,
  before: number,
): Promise<number> {
  let aborted = 0;
  let markers: { KeyMarker?: string | undefined; UploadIdMarker?: string | undefined } = {};
  try {
    for (;;) {
      const page = await client.send(new ListMultipartUploadsCommand({ Bucket, Prefix, ...markers }));
      for (const { Key, UploadId, Initiated } of page.Uploads ?? []) {
        if (Initiated === undefined || Initiated.getTime() >= before) continue;
        await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId })).catch(unlessMissing);
        aborted += 1;
      }
      if (page.IsTruncated !== true) return aborted;
      markers = { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker };
    }
  } catch (error) {
    throw blobError(error);
  }
}

/** Somebody else may have ended it in between. */
function unlessMissing(error: unknown): void {
  if (!isMissing(error)) throw error;
}

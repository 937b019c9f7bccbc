import { S3Client } from "@aws-sdk/client-s3";
import { clientSettings } from "#shared/aws/client-settings.ts";
import { s3Blobs } from "#shared/aws/s3/blobs.ts";
import { s3Presigned } from "#shared/aws/s3/presigned.ts";
import type { OpenerContext } from "./opener-context.ts";

/** Opens blobs in the stack's bucket. */
export function blobsOnS3({ settings: { BLOBS_BUCKET: bucket }, clock, ids }: OpenerContext) {
  const client = new S3Client({ ...clientSettings(), requestChecksumCalculation: "WHEN_REQUIRED" });
  return { client, bucket, blobs: s3Blobs({ client, bucket, clock, ids }), addresses: s3Presigned({ client, bucket }) };
}

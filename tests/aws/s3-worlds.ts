import { S3Client, type S3ClientConfig } from "@aws-sdk/client-s3";
import { clientSettings } from "#shared/aws/client-settings.ts";
import { type S3Server, startS3 } from "../../sandbox/s3/server.ts";

export const credentials = { accessKeyId: "AKIDEXAMPLE", secretAccessKey: "a secret of the sandbox" };
export const region = "eu-central-1";

/** Starts the sandbox's S3 with the bucket `blobs`. */
export function aTarget(folder: string): Promise<S3Server> {
  return startS3({ folder, ...credentials, region, buckets: ["blobs"] });
}

/** Returns a client with the product's settings. */
export function aClient(endpoint: string, more: S3ClientConfig = {}): S3Client {
  return new S3Client({
    ...clientSettings({ answerMs: 30_000 }),
    endpoint,
    region,
    credentials,
    forcePathStyle: true,
    ...more,
  });
}

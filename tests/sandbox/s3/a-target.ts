import { S3Client, type S3ClientConfig } from "@aws-sdk/client-s3";
import { onTestFinished } from "vitest";
import { type S3Options, type S3Server, startS3 } from "../../../sandbox/s3/server.ts";
import { scratchFolder } from "../../support/scratch-folder.ts";
import { example } from "./a-target-key.ts";

export interface Target extends S3Server {
  readonly folder: string;
  readonly client: S3Client;
  /** Returns another client of the same target. */
  another(config: S3ClientConfig): S3Client;
}

/** Starts a target with one empty bucket, `files`, and an AWS client for it. */
export async function aTarget(options: Partial<S3Options> = {}): Promise<Target> {
  const folder = options.folder ?? scratchFolder();
  const server = await startS3({ ...example, buckets: ["files"], ...options, folder });
  function another(config: S3ClientConfig): S3Client {
    const { region, ...credentials } = example;
    const client = new S3Client({
      endpoint: server.origin,
      region,
      credentials,
      forcePathStyle: true,
      maxAttempts: 1,
      ...config,
    });
    onTestFinished(() => client.destroy());
    return client;
  }
  onTestFinished(() => server.close());
  return { ...server, folder, client: another({}), another };
}

import { S3Client } from "@aws-sdk/client-s3";
import type { AwsCaller } from "../deployment/aws-call.ts";
import { cloudFormation } from "../deployment/cloudformation.ts";
import type { ConsoleObject } from "./built-console.ts";
import { invalidate } from "./invalidate.ts";
import { uploadConsole } from "./upload-console.ts";

/** Uploads the console to an existing stack. Returns sentences to print. @throws Error if the stack has no place for it */
export async function deployConsole(
  caller: AwsCaller,
  stack: string,
  objects: readonly ConsoleObject[],
): Promise<readonly string[]> {
  const { outputs = new Map() } = (await cloudFormation(caller).stack(stack)) ?? {};
  const [bucket, distribution] = [outputs.get("ConsoleBucket"), outputs.get("DistributionId")];
  if (bucket === undefined || distribution === undefined)
    throw new Error(`The stack ${stack} has no bucket or distribution for the console.`);
  const { accessKeyId, secretAccessKey, sessionToken } = caller.credentials;
  const client = new S3Client({
    region: caller.region,
    credentials: { accessKeyId, secretAccessKey, ...(sessionToken !== undefined && { sessionToken }) },
    // S3 emulators expect bucket names in paths.
    forcePathStyle: process.env.AWS_ENDPOINT_URL_S3 !== undefined,
  });
  try {
    const forget = (paths: readonly string[]) => invalidate(caller, distribution, paths, Date.now());
    const { sent, removed } = await uploadConsole({ client, bucket, objects, forget });
    return [
      `Console: ${sent.length} of ${objects.length} files uploaded, ${removed.length} old ones deleted.`,
      `Its address is ${outputs.get("Address") ?? "the stack's address"}/.`,
    ];
  } finally {
    client.destroy();
  }
}

/** Describes the files to upload, grouped by cache lifetime. */
export function consoleInventory(objects: readonly ConsoleObject[]): string {
  const kinds = Object.groupBy(objects, ({ cacheControl }) => cacheControl);
  return Object.entries(kinds)
    .map(([caching, all = []]) => {
      const kilobytes = Math.ceil(all.reduce((sum, { bytes }) => sum + bytes.length, 0) / 1000);
      return `${all.length} files, ${kilobytes.toLocaleString("en-US")} KB, cached as "${caching}"`;
    })
    .join("; ");
}

import { DeleteObjectsCommand, paginateListObjectsV2, type S3Client } from "@aws-sdk/client-s3";

/** Maximum number of objects that S3 deletes per call. */
const largestDelete = 1_000;

export async function emptyBucket(client: S3Client, Bucket: string): Promise<void> {
  const names: string[] = [];
  for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket }))
    for (const { Key } of Contents) if (Key !== undefined) names.push(Key);
  await deleteObjects(client, Bucket, names);
}

/** Deletes objects by name. @throws Error if one can't be deleted */
export async function deleteObjects(client: S3Client, Bucket: string, names: readonly string[]): Promise<void> {
  for (let first = 0; first < names.length; first += largestDelete) {
    const Objects = names.slice(first, first + largestDelete).map((Key) => ({ Key }));
    const { Errors = [] } = await client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }));
    const [failed] = Errors;
    if (failed !== undefined) throw new Error(`Couldn't delete ${failed.Key}: ${failed.Code}`);
  }
}

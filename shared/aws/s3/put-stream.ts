import {
  AbortMultipartUploadCommand,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  HeadObjectCommand,
  PutObjectCommand,
  type S3Client,
  UploadPartCommand,
} from "@aws-sdk/client-s3";
import { BlobExists } from "#shared/ports/blobs.ts";
import { blobError, hasName, isMissing } from "./blob-error.ts";
import { type ObjectHead, writeIdOf } from "./heads.ts";
import { type Part, partsOf } from "./parts.ts";

export interface S3Put {
  readonly client: Pick<S3Client, "send">;
  readonly Bucket: string;
  readonly Key: string;
  readonly ContentType: string;
  readonly Metadata: Record<string, string>;
  readonly ifAbsent: boolean;
}

/** Stores a stream: small ones with one call, others as a multipart upload. Returns its tag and size. */
export async function putStream(
  put: S3Put,
  body: AsyncIterable<Uint8Array>,
): Promise<{ ETag: string; sizeBytes: number }> {
  const parts = partsOf(body);
  // The stream's own failure is the caller's, not S3's.
  const first = await parts.next();
  if (first.done === true) throw new TypeError("A stream must have at least one part");
  if (first.value.isLast) {
    const ETag = await putWhole(put, first.value.bytes);
    return { ETag, sizeBytes: first.value.bytes.byteLength };
  }
  return putParts(put, first.value, parts);
}

async function putWhole(put: S3Put, Body: Uint8Array): Promise<string> {
  const { client, Bucket, Key, ContentType, Metadata } = put;
  const command = new PutObjectCommand({
    Bucket,
    Key,
    Body,
    ContentLength: Body.byteLength,
    ContentType,
    Metadata,
    ChecksumAlgorithm: "CRC32",
    ...onlyIfAbsent(put),
  });
  try {
    return (await client.send(command)).ETag ?? "";
  } catch (error) {
    return ownWrite(put, error);
  }
}

async function putParts(
  put: S3Put,
  first: Part,
  rest: AsyncIterable<Part>,
): Promise<{ ETag: string; sizeBytes: number }> {
  const { client, Bucket, Key, ContentType, Metadata } = put;
  // Checked now rather than after the last part; completing it checks again.
  if (put.ifAbsent && (await head(put)) !== undefined) throw exists(Key);
  const { UploadId } = await asBlob(() =>
    client.send(new CreateMultipartUploadCommand({ Bucket, Key, ContentType, Metadata, ChecksumAlgorithm: "CRC32" })),
  );
  const upload = { Bucket, Key, UploadId };
  try {
    const done: CompletedPart[] = [];
    let sizeBytes = 0;
    for await (const { number, bytes } of prepended(first, rest)) {
      const input = { ...upload, PartNumber: number, Body: bytes, ContentLength: bytes.byteLength };
      const { ETag, ChecksumCRC32 } = await asBlob(() =>
        client.send(new UploadPartCommand({ ...input, ChecksumAlgorithm: "CRC32" })),
      );
      done.push({ PartNumber: number, ETag, ChecksumCRC32 });
      sizeBytes += bytes.byteLength;
    }
    return { ETag: await complete(put, UploadId, done), sizeBytes };
  } catch (error) {
    // Parts that can't be deleted now are deleted by the bucket's lifecycle rule; the first error is more important.
    await client.send(new AbortMultipartUploadCommand(upload)).catch(() => undefined);
    throw error;
  }
}

async function complete(put: S3Put, UploadId: string | undefined, Parts: CompletedPart[]): Promise<string> {
  const { client, Bucket, Key } = put;
  const input = { Bucket, Key, UploadId, MultipartUpload: { Parts }, ...onlyIfAbsent(put) };
  try {
    return (await client.send(new CompleteMultipartUploadCommand(input))).ETag ?? "";
  } catch (error) {
    return ownWrite(put, error);
  }
}

/** Returns the tag of our own object, if a repeated call was refused because the first one had stored it. */
async function ownWrite(put: S3Put, error: unknown): Promise<string> {
  const isRefused = hasName(error, "PreconditionFailed", "ConditionalRequestConflict");
  if (!isRefused && !isMissing(error)) throw blobError(error);
  const stored = await head(put);
  if (stored !== undefined && writeIdOf(stored) === writeIdOf(put)) return stored.ETag ?? "";
  throw isRefused ? exists(put.Key) : blobError(error);
}

async function head({ client, Bucket, Key }: S3Put): Promise<ObjectHead | undefined> {
  try {
    return await client.send(new HeadObjectCommand({ Bucket, Key }));
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw blobError(error);
  }
}

async function* prepended(first: Part, rest: AsyncIterable<Part>): AsyncGenerator<Part, void> {
  yield first;
  yield* rest;
}

async function asBlob<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  try {
    return await call();
  } catch (error) {
    throw blobError(error);
  }
}

function onlyIfAbsent({ ifAbsent }: S3Put): { readonly IfNoneMatch?: "*" } {
  return ifAbsent ? { IfNoneMatch: "*" } : {};
}

function exists(name: string): BlobExists {
  return new BlobExists(`The blob ${name} already exists`);
}

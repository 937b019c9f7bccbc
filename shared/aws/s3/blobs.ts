import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  type S3Client,
} from "@aws-sdk/client-s3";
import type { Blobs } from "#shared/ports/blobs.ts";
import type { Clock } from "#shared/ports/clock.ts";
import type { Ids } from "#shared/ports/ids.ts";
import { checkName, checkNames, checkRange } from "#shared/ports/limits/blob-limits.ts";
import { blobError, isMissing } from "./blob-error.ts";
import { headOf, metadataOf, untyped } from "./heads.ts";
import { putStream } from "./put-stream.ts";

/** Location of blobs: a bucket and a key prefix. */
export interface S3Location {
  readonly client: S3Client;
  readonly bucket: string;
  /** Ends with a slash, or is empty. */
  readonly prefix?: string;
}

export interface S3BlobsOptions extends S3Location {
  readonly clock: Pick<Clock, "now">;
  readonly ids: Pick<Ids, "bytes">;
}

/** Implements the Blobs port in an S3 bucket. A body must be read or abandoned, because it holds a connection. */
export function s3Blobs({ client, bucket: Bucket, prefix: keyPrefix = "", clock, ids }: S3BlobsOptions): Blobs {
  const at = (name: string) => ({ Bucket, Key: keyPrefix + name });

  return {
    async put(name, body, { contentType, ifAbsent = false } = {}) {
      checkName(name);
      const writeId = Buffer.from(ids.bytes(9)).toString("base64url");
      const own = { ContentType: contentType ?? untyped, Metadata: metadataOf(clock.now(), writeId) };
      const { ETag, sizeBytes } = await putStream({ client, ...at(name), ...own, ifAbsent }, body);
      return headOf({ ...own, ETag }, sizeBytes);
    },
    async get(name, range = { from: 0 }) {
      checkName(name);
      checkRange(range);
      const { from, to } = range;
      const part = from === 0 && to === undefined ? {} : { Range: `bytes=${from}-${to ?? ""}` };
      try {
        const object = await client.send(new GetObjectCommand({ ...at(name), ...part }));
        const whole = Number(/\/(\d+)$/.exec(object.ContentRange ?? "")?.[1] ?? object.ContentLength);
        return { ...headOf(object, whole), body: bytesOf(object.Body) };
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw blobError(error);
      }
    },
    async head(name) {
      checkName(name);
      try {
        const object = await client.send(new HeadObjectCommand(at(name)));
        return headOf(object, object.ContentLength ?? 0);
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw blobError(error);
      }
    },
    async delete(name) {
      checkName(name);
      try {
        await client.send(new DeleteObjectCommand(at(name)));
      } catch (error) {
        throw blobError(error);
      }
    },
    async list({ prefix, limit, cursor }) {
      const MaxKeys = checkNames(limit);
      const StartAfter = cursor === undefined ? {} : { StartAfter: keyPrefix + nameAt(cursor) };
      try {
        const input = { Bucket, Prefix: keyPrefix + prefix, MaxKeys, ...StartAfter };
        const { Contents = [], IsTruncated } = await client.send(new ListObjectsV2Command(input));
        const names = Contents.map(({ Key = "" }) => Key.slice(keyPrefix.length));
        const last = names.at(-1);
        if (IsTruncated !== true || last === undefined) return { names };
        return { names, cursor: Buffer.from(last).toString("base64url") };
      } catch (error) {
        throw blobError(error);
      }
    },
  };
}

async function* bytesOf(body: unknown): AsyncGenerator<Uint8Array, void> {
  try {
    // On Node the SDK's body is a stream of bytes.
    yield* body as AsyncIterable<Uint8Array>;
  } catch (error) {
    throw blobError(error);
  }
}

function nameAt(cursor: string): string {
  const name = Buffer.from(cursor, "base64url").toString();
  checkName(name);
  return name;
}

import { crc32 } from "node:zlib";
import { StoreRefused } from "#shared/s3/failure.ts";
import type { StoreClient } from "#shared/s3/store-client.ts";
import type { Finding, LocationCheck } from "./rules.ts";

/** Place of a location's objects. */
export interface Place {
  readonly bucket: string;
  /** Folder in the bucket, without leading or trailing slashes. Empty for the whole bucket. */
  readonly path: string;
}

/** Always the same name, so that only one small object remains if the account can't delete. */
const probeName = "latchkey-probe";

/**
 * Tests each right that backups need, and further features of the store, with bytes that no earlier test has stored. Refused requests are
 * part of the result.
 * @throws StoreRefused if nothing can be tested: unknown account, or no such bucket
 */
export async function probe(
  store: StoreClient,
  { bucket, path }: Place,
  now: number,
  bytes: Uint8Array,
): Promise<LocationCheck> {
  const prefix = path === "" ? "" : `${path}/`;
  const key = `${prefix}${probeName}`;
  const body = Buffer.from(bytes);
  const refusals: Record<string, string> = {};

  const tried = async (right: string, attempt: () => Promise<unknown>): Promise<boolean> => {
    try {
      await attempt();
      return true;
    } catch (thrown) {
      if (!(thrown instanceof StoreRefused) || isHopeless(thrown)) throw thrown;
      refusals[right] = thrown.message;
      return false;
    }
  };

  const list = await tried("list", () => store.list(bucket, { prefix, limit: 1 }));
  const checksums = await tried("checksums", () => store.put(bucket, key, body, { checksum: true }));
  const put = await tried("put", () => store.put(bucket, key, body));
  const get = put
    ? await tried("get", async () => {
        if (!body.equals(await store.get(bucket, key))) throw new StoreRefused("content differs", 200);
      })
    : undefined;
  const conditionalPut = put ? await refusesSecond(store, bucket, key, body) : undefined;
  const multipart = await multipartOf(store, { bucket, key, body, checksums }, tried);
  const remove = put ? await tried("delete", () => store.delete(bucket, key)) : undefined;
  const rights = { list, put, get, multipart: multipart.create, abort: multipart.abort, delete: remove };
  const versioning = await knownOf(() => store.isVersioned(bucket));
  const objectLock = await knownOf(() => store.isLocked(bucket));
  return {
    checkedAt: now,
    bucket,
    path,
    rights: findings(rights),
    features: findings({
      conditionalPut,
      checksums: put ? multipart.checksums : undefined,
      versioning,
      objectLock,
      endsUploads: await knownOf(() => store.endsUploads(bucket)),
    }),
    refusals,
  };
}

/** True if a store refuses to overwrite an object on request. Some ignore that request. */
async function refusesSecond(store: StoreClient, bucket: string, key: string, body: Uint8Array): Promise<boolean> {
  try {
    await store.put(bucket, key, body, { ifAbsent: true });
    return false;
  } catch (thrown) {
    if (!(thrown instanceof StoreRefused)) throw thrown;
    return thrown.status === 412;
  }
}

interface PartTrial {
  readonly bucket: string;
  readonly key: string;
  readonly body: Uint8Array;
  /** True if the store compares checksums of objects. It may still not support them for parts. */
  readonly checksums: boolean;
}

async function multipartOf(
  store: StoreClient,
  { bucket, key, body, checksums }: PartTrial,
  tried: (right: string, attempt: () => Promise<unknown>) => Promise<boolean>,
): Promise<{ readonly create: boolean; readonly abort: boolean | undefined; readonly checksums: boolean }> {
  let uploadId = "";
  let isCompared = checksums;
  const create = await tried("multipart", async () => {
    try {
      uploadId = await store.createUpload(bucket, key, { checksum: isCompared });
    } catch (thrown) {
      if (!isCompared || !(thrown instanceof StoreRefused)) throw thrown;
      uploadId = await store.createUpload(bucket, key);
      isCompared = false;
    }
  });
  if (!create) return { create, abort: undefined, checksums };
  const part = () => store.putPart({ bucket, key, uploadId, number: 1 }, { body, crc: crc32(body) });
  isCompared &&= await tried("checksums", part);
  return { create, abort: await tried("abort", () => store.abortUpload(bucket, key, uploadId)), checksums: isCompared };
}

/** Returns what a bucket reports about itself. Undefined if the account can't ask, or the store doesn't know the request. */
async function knownOf(ask: () => Promise<boolean>): Promise<boolean | undefined> {
  try {
    return await ask();
  } catch (thrown) {
    if (!(thrown instanceof StoreRefused)) throw thrown;
    return nothingSet.has(thrown.code) ? false : undefined;
  }
}

const nothingSet = new Set(["ObjectLockConfigurationNotFoundError", "NoSuchLifecycleConfiguration"]);

/** True for refusals that every further request would get too. */
function isHopeless({ code }: StoreRefused): boolean {
  return hopeless.has(code);
}

const hopeless = new Set([
  "InvalidAccessKeyId",
  "SignatureDoesNotMatch",
  "InvalidToken",
  "NoSuchBucket",
  "InvalidBucketName",
  "AuthorizationHeaderMalformed",
  "PermanentRedirect",
  "TemporaryRedirect",
  "HTTP 301",
  "HTTP 307",
  "IllegalLocationConstraintException",
  "RequestTimeTooSkewed",
  "no S3",
]);

function findings<Name extends string>(known: Readonly<Record<Name, boolean | undefined>>): Record<Name, Finding> {
  const words = Object.entries<boolean | undefined>(known).map(([name, is]) => [
    name,
    is === undefined ? "unknown" : is ? "yes" : "no",
  ]);
  return Object.fromEntries(words);
}

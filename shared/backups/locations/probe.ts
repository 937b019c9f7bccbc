import { crc32 } from "node:zlib";
import { StoreRefused } from "#shared/s3/failure.ts";
import type { StoreClient } from "#shared/s3/store-client.ts";
import type { Finding, LocationCheck } from "./rules.ts";

/** Where a location's objects are. */
export interface Place {
  readonly bucket: string;
  /** The folder within the bucket, without slashes at its ends; empty for all of it. */
  readonly path: string;
}

/** One name, so that where nothing may be deleted a single small object stays. */
const probeName = "latchkey-probe";

/**
 * Tries at a place each right that backups need, and what the store can do beside that, with so many bytes that no earlier try
 * has put there. Whatever is refused is part of the answer.
 * @throws StoreRefused where nothing can be tried: the account is unknown, there is no such bucket
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
        if (!body.equals(await store.get(bucket, key))) throw new StoreRefused("other bytes", 200);
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

/** Whether a store keeps an object that is there from being written again where that is asked for. Some ignore it. */
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
  /** Whether the store compares those of objects. It may still know none of parts. */
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

/** What a bucket says of itself. Undefined where it may not be asked, or does not know the question. */
async function knownOf(ask: () => Promise<boolean>): Promise<boolean | undefined> {
  try {
    return await ask();
  } catch (thrown) {
    if (!(thrown instanceof StoreRefused)) throw thrown;
    return nothingSet.has(thrown.code) ? false : undefined;
  }
}

const nothingSet = new Set(["ObjectLockConfigurationNotFoundError", "NoSuchLifecycleConfiguration"]);

/** Refusals that every further attempt would meet too. */
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

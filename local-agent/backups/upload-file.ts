import { hash } from "node:crypto";
import { open } from "node:fs/promises";
import { CalloutFailed, CalloutRefused } from "#shared/ports/callouts.ts";
import { StoreRefused } from "#shared/s3/failure.ts";
import type { PartTag, StoreClient, UploadedPart } from "#shared/s3/store-client.ts";
import type { Clock } from "../clock.ts";
import { systemPath } from "../disk/undecoded-names.ts";
import type { TaskContext } from "../tasks/task-context.ts";
import { fileParts, goesInParts, readInto } from "./file-parts.ts";

/** Maximum number of parts in transfer. */
const atOnce = 2;
const maxTries = 6;

export interface UploadContext {
  readonly store: StoreClient;
  /** Store client for cleanup after an abort. */
  readonly ending: Pick<StoreClient, "abortUpload">;
  /** True if the store checks the CRC32 of uploads. Otherwise it checks the signed SHA-256. */
  readonly checksums: boolean;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly say: TaskContext["say"];
  /** Maximum part size in bytes that is kept in memory. Default: the minimum part size. */
  readonly heldBytes?: number;
}

interface UploadedFile {
  readonly bucket: string;
  readonly key: string;
  readonly path: string;
  readonly sizeBytes: number;
  /** Upload to resume: parts that it already has aren't sent again. Its creator aborts it. */
  readonly uploadId?: string;
}

/** Begins an upload that can be resumed after a restart. @throws StoreRefused, CalloutFailed, CalloutRefused */
export function beginUpload(context: UploadContext, bucket: string, key: string): Promise<string> {
  return patiently(context, () => context.store.createUpload(bucket, key, { checksum: context.checksums }));
}

/** Aborts an upload whose task has failed or was aborted. */
export async function endUpload(
  { ending, say }: Pick<UploadContext, "ending" | "say">,
  bucket: string,
  key: string,
  uploadId: string,
): Promise<void> {
  try {
    await ending.abortUpload(bucket, key, uploadId);
  } catch (thrown) {
    if (!isOfStore(thrown)) throw thrown;
    if (isGone(thrown)) return;
    // Remaining parts cost money until the bucket's owner or one of its rules deletes them.
    say("error", `Incomplete parts of ${key} may remain in the bucket ${bucket}: ${thrown.message}`);
  }
}

/**
 * Uploads a file: small files at once, others in parts with a few in transfer. Retries temporary failures, and aborts unfinished uploads.
 * The store checks a checksum of everything. Returns the SHA-256 of the whole file in hexadecimal digits.
 * @throws StoreRefused, CalloutFailed, CalloutRefused; Refused for a file that has changed
 */
export async function uploadFile(
  context: UploadContext,
  { bucket, key, path, sizeBytes, uploadId: begun }: UploadedFile,
  onBytes: (bytes: number) => void,
): Promise<string> {
  const { store, checksums, signal } = context;
  const file = await open(systemPath(path), "r");
  try {
    if (!goesInParts(sizeBytes)) {
      const body = await readInto(Buffer.allocUnsafe(sizeBytes), file, path, 0);
      const sha256 = hash("sha256", body);
      await patiently(context, () => store.put(bucket, key, body, { sha256 }));
      onBytes(sizeBytes);
      return sha256;
    }
    const parts = fileParts({ file, path, sizeBytes, checksums, heldBytes: context.heldBytes });
    const there = begun === undefined ? undefined : await partsThere(context, { bucket, key, uploadId: begun });
    const uploadId = there === undefined ? await beginUpload(context, bucket, key) : (begun as string);
    try {
      const tags: PartTag[] = [];
      let next = 0;
      const bring = async () => {
        // Shared by all parts: allocating megabytes for each costs more than hashing them.
        const memory = parts.memory();
        while (next < parts.count && !signal.aborted) {
          const index = next;
          next += 1;
          const { sizeBytes: partBytes, sent } = await parts.next(index, memory);
          const known = there?.get(index + 1);
          const place = { bucket, key, uploadId, number: index + 1 };
          tags[index] =
            known?.sizeBytes === partBytes ? known : await patiently(context, () => store.putPart(place, sent));
          onBytes(partBytes);
        }
      };
      const ends = await Promise.allSettled(Array.from({ length: atOnce }, bring));
      for (const end of ends) if (end.status === "rejected") throw end.reason;
      signal.throwIfAborted();
      await patiently(context, async (tries) => {
        try {
          await store.completeUpload(bucket, key, uploadId, tags);
        } catch (thrown) {
          // It succeeded, but the response was lost.
          if (tries === 0 || !isGone(thrown)) throw thrown;
          const { objects } = await store.list(bucket, { prefix: key, limit: 1 });
          if (objects[0]?.key !== key || objects[0].sizeBytes !== sizeBytes) throw thrown;
        }
      });
      return await parts.sha256();
    } catch (thrown) {
      if (uploadId !== begun) await endUpload(context, bucket, key, uploadId);
      throw thrown;
    } finally {
      await parts.close();
    }
  } finally {
    await file.close();
  }
}

/** Returns the parts that an upload already has, by number. Undefined if it no longer exists and another one must begin. */
async function partsThere(
  context: UploadContext,
  { bucket, key, uploadId }: { readonly bucket: string; readonly key: string; readonly uploadId: string },
): Promise<ReadonlyMap<number, UploadedPart> | undefined> {
  try {
    const parts = await patiently(context, () => context.store.parts(bucket, key, uploadId));
    return new Map(parts.map((part) => [part.number, part]));
  } catch (thrown) {
    if (isGone(thrown)) return undefined;
    // If a store doesn't list parts, all of them are sent.
    if (thrown instanceof StoreRefused && !mayPass(thrown)) return new Map();
    throw thrown;
  }
}

function isGone(thrown: unknown): boolean {
  return thrown instanceof StoreRefused && thrown.code === "NoSuchUpload";
}

/** Retries for a while if the store is unavailable or overloaded. */
export async function patiently<T>(
  { clock, signal }: Pick<UploadContext, "clock" | "signal">,
  attempt: (tries: number) => Promise<T>,
): Promise<T> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await attempt(tries);
    } catch (thrown) {
      if (signal.aborted || !mayPass(thrown) || tries === maxTries) throw thrown;
      await clock.sleep(500 * 2 ** tries, signal);
    }
  }
}

function mayPass(thrown: unknown): boolean {
  if (thrown instanceof CalloutFailed) return true;
  return thrown instanceof StoreRefused && (thrown.status >= 500 || thrown.status === 429 || passing.has(thrown.code));
}

/** True for errors of the store or of the connection to it. */
function isOfStore(thrown: unknown): thrown is StoreRefused | CalloutFailed | CalloutRefused {
  return thrown instanceof StoreRefused || thrown instanceof CalloutFailed || thrown instanceof CalloutRefused;
}

/** Error codes to retry: overload, and bodies that were corrupted in transit. */
const passing = new Set([
  ...["SlowDown", "RequestRateLimitExceeded", "RequestTimeout"],
  ...["BadDigest", "XAmzContentSHA256Mismatch"],
]);

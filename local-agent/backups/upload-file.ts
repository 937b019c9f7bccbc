import { hash } from "node:crypto";
import { open } from "node:fs/promises";
import { CalloutFailed, CalloutRefused } from "#shared/ports/callouts.ts";
import { StoreRefused } from "#shared/s3/failure.ts";
import type { PartTag, StoreClient, UploadedPart } from "#shared/s3/store-client.ts";
import type { Clock } from "../clock.ts";
import { systemPath } from "../disk/undecoded-names.ts";
import type { TaskContext } from "../tasks/task-context.ts";
import { fileParts, goesInParts, readInto } from "./file-parts.ts";

/** Parts on their way at a time. */
const atOnce = 2;
const mostTries = 6;

export interface UploadContext {
  readonly store: StoreClient;
  /** The same for what has to be done after an abort. */
  readonly ending: Pick<StoreClient, "abortUpload">;
  /** Whether the store compares the CRC32 of what arrives. Where it does not, it compares the SHA-256 that is signed. */
  readonly checksums: boolean;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly say: TaskContext["say"];
  /** Longer parts are not held in memory. Left out: those that are longer than most. */
  readonly heldBytes?: number;
}

interface UploadedFile {
  readonly bucket: string;
  readonly key: string;
  readonly path: string;
  readonly sizeBytes: number;
  /** An upload that was begun before: what it has already is not sent again. Who began it aborts it. */
  readonly uploadId?: string;
}

/** Begins an upload that can be taken up again after a restart. @throws StoreRefused, CalloutFailed, CalloutRefused */
export function beginUpload(context: UploadContext, bucket: string, key: string): Promise<string> {
  return patiently(context, () => context.store.createUpload(bucket, key, { checksum: context.checksums }));
}

/** Aborts an upload whose work has ended by another fault, or was aborted itself. */
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
    // Parts that stay cost money until the bucket's owner, or a rule of it, deletes them.
    say("error", `Parts of ${key} may have stayed in the bucket ${bucket} unfinished: ${thrown.message}`);
  }
}

/**
 * Brings a file to a store: small ones at once, others in parts, of which a few are on their way at a time. What fails and may pass is
 * tried again; what is not finished is aborted. The store compares a checksum of everything that it gets. Answers the SHA-256 of the whole
 * file, in hexadecimal digits.
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
        // One for all of its parts: as many megabytes made anew for each cost more than hashing them.
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
          // It was done, and the answer was lost.
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

/** What an upload has already, by the numbers of the parts. Undefined: it is gone, and another one has to be begun. */
async function partsThere(
  context: UploadContext,
  { bucket, key, uploadId }: { readonly bucket: string; readonly key: string; readonly uploadId: string },
): Promise<ReadonlyMap<number, UploadedPart> | undefined> {
  try {
    const parts = await patiently(context, () => context.store.parts(bucket, key, uploadId));
    return new Map(parts.map((part) => [part.number, part]));
  } catch (thrown) {
    if (isGone(thrown)) return undefined;
    // A store that lists no parts gets all of them.
    if (thrown instanceof StoreRefused && !mayPass(thrown)) return new Map();
    throw thrown;
  }
}

function isGone(thrown: unknown): boolean {
  return thrown instanceof StoreRefused && thrown.code === "NoSuchUpload";
}

/** Does it again for a while where the store is away or has too much to do. */
export async function patiently<T>(
  { clock, signal }: Pick<UploadContext, "clock" | "signal">,
  attempt: (tries: number) => Promise<T>,
): Promise<T> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await attempt(tries);
    } catch (thrown) {
      if (signal.aborted || !mayPass(thrown) || tries === mostTries) throw thrown;
      await clock.sleep(500 * 2 ** tries, signal);
    }
  }
}

function mayPass(thrown: unknown): boolean {
  if (thrown instanceof CalloutFailed) return true;
  return thrown instanceof StoreRefused && (thrown.status >= 500 || thrown.status === 429 || passing.has(thrown.code));
}

/** Whether it is what the store has said, or the way to it. */
function isOfStore(thrown: unknown): thrown is StoreRefused | CalloutFailed | CalloutRefused {
  return thrown instanceof StoreRefused || thrown instanceof CalloutFailed || thrown instanceof CalloutRefused;
}

/** Too much to do, and bodies that have not arrived as they were sent. */
const passing = new Set([
  ...["SlowDown", "RequestRateLimitExceeded", "RequestTimeout"],
  ...["BadDigest", "XAmzContentSHA256Mismatch"],
]);

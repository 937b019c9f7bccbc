import { open } from "node:fs/promises";
import { CalloutFailed, CalloutRefused } from "#shared/ports/callouts.ts";
import { StoreRefused } from "#shared/s3/failure.ts";
import type { StoreClient } from "#shared/s3/store-client.ts";
import type { Clock } from "../clock.ts";
import { Refused } from "../refused.ts";
import type { TaskContext } from "../tasks/task-context.ts";

/** What a part is at least. Stores take 10,000 of them, some only equal ones. */
const leastPartBytes = 16 * 1024 * 1024;
const mostParts = 9_000;
/** Parts in memory and on their way at a time. */
const atOnce = 2;
const mostTries = 6;

interface UploadContext {
  readonly store: StoreClient;
  /** The same for what has to be done after an abort. */
  readonly ending: Pick<StoreClient, "abortUpload">;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly say: TaskContext["say"];
}

interface UploadedFile {
  readonly bucket: string;
  readonly key: string;
  readonly path: string;
  readonly sizeBytes: number;
}

/**
 * Brings a file to a store: small ones at once, others in parts, of which a few are on their way at a time. What fails and may pass is
 * tried again; what is not finished is aborted. The store checks the SHA-256 of everything that it gets.
 * @throws StoreRefused, CalloutFailed, CalloutRefused; Refused for a file that has changed
 */
export async function uploadFile(
  context: UploadContext,
  { bucket, key, path, sizeBytes }: UploadedFile,
  onBytes: (bytes: number) => void,
): Promise<void> {
  const { store, ending, signal, say } = context;
  const file = await open(path, "r");
  try {
    const partBytes = Math.max(leastPartBytes, Math.ceil(sizeBytes / mostParts));
    const read = async (offset: number, length: number): Promise<Uint8Array> => {
      const buffer = Buffer.allocUnsafe(length);
      const { bytesRead } = await file.read(buffer, 0, length, offset);
      if (bytesRead !== length) throw new Refused("changed", `${path} has become shorter`);
      return buffer;
    };
    if (sizeBytes <= partBytes) {
      const body = await read(0, sizeBytes);
      await patiently(context, () => store.put(bucket, key, body));
      onBytes(sizeBytes);
      return;
    }
    const uploadId = await patiently(context, () => store.createUpload(bucket, key));
    try {
      const count = Math.ceil(sizeBytes / partBytes);
      const tags: string[] = [];
      let next = 0;
      const bring = async () => {
        while (next < count && !signal.aborted) {
          const index = next;
          next += 1;
          const offset = index * partBytes;
          const body = await read(offset, Math.min(partBytes, sizeBytes - offset));
          tags[index] = await patiently(context, () => store.putPart(bucket, key, uploadId, index + 1, body));
          onBytes(body.length);
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
          if (tries === 0 || !(thrown instanceof StoreRefused) || thrown.code !== "NoSuchUpload") throw thrown;
          const { objects } = await store.list(bucket, { prefix: key, limit: 1 });
          if (objects[0]?.key !== key || objects[0].sizeBytes !== sizeBytes) throw thrown;
        }
      });
    } catch (thrown) {
      await ending.abortUpload(bucket, key, uploadId).catch((failed: unknown) => {
        if (!isOfStore(failed)) throw failed;
        // The work ends by the fault before. Parts that stay cost money until the bucket's owner, or a rule of it, deletes them.
        say("error", `Parts of ${key} may have stayed in the bucket ${bucket} unfinished: ${failed.message}`);
      });
      throw thrown;
    }
  } finally {
    await file.close();
  }
}

/** Does it again for a while where the store is away or has too much to do. */
async function patiently<T>({ clock, signal }: UploadContext, attempt: (tries: number) => Promise<T>): Promise<T> {
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
  return (
    thrown instanceof StoreRefused && (thrown.status >= 500 || thrown.status === 429 || throttles.has(thrown.code))
  );
}

/** Whether it is what the store has said, or the way to it. */
function isOfStore(thrown: unknown): thrown is StoreRefused | CalloutFailed | CalloutRefused {
  return thrown instanceof StoreRefused || thrown instanceof CalloutFailed || thrown instanceof CalloutRefused;
}

const throttles = new Set(["SlowDown", "RequestRateLimitExceeded", "RequestTimeout"]);

import { ServiceError } from "#shared/contract/errors.ts";
import type { BackgroundTasks } from "#shared/ports/background-tasks.ts";
import type { Clock } from "#shared/ports/clock.ts";
import { ConditionFailed } from "#shared/ports/table.ts";
import { renewTakenMs, takenMs } from "./rules.ts";
import type { StoredUpload, UploadStore } from "./store.ts";
import type { UploadParts } from "./upload-parts.ts";

/** Upload held by the one call that can send it. */
export interface TakenUpload {
  readonly fileName: string;
  readonly contentType: string;
  readonly sizeBytes: number;
  /** Returns the stored bytes, from the beginning at each call. @throws ServiceError upload_damaged */
  bytes(): AsyncIterable<Uint8Array>;
  /** Ends the hold after the call. If FileMaker Server has stored the file, the upload is deleted; otherwise another call can use it. */
  settle(isStored: boolean): void;
}

/** Gives a complete upload to one call at a time. */
export interface Uploads {
  /** @throws ServiceError upload_not_found, upload_incomplete, upload_in_use, upload_damaged */
  take(keyId: number, id: string): Promise<TakenUpload>;
}

interface UploadsDependencies {
  readonly store: UploadStore;
  readonly parts: UploadParts;
  readonly backgroundTasks: BackgroundTasks;
  readonly clock: Clock;
}

const idForm = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export function uploads({ store, parts, backgroundTasks, clock }: UploadsDependencies): Uploads {
  const taken = async ({ record, version }: StoredUpload): Promise<StoredUpload> => {
    if ((record.takenUntil ?? 0) > clock.now()) throw new ServiceError("upload_in_use");
    try {
      return await store.replace({ ...record, takenUntil: clock.now() + takenMs }, version);
    } catch (thrown) {
      if (thrown instanceof ConditionFailed) throw new ServiceError("upload_in_use", { cause: thrown });
      throw thrown;
    }
  };

  /** Renews the hold, so that a file that takes long stays with its call. */
  const renewed = async (held: StoredUpload): Promise<StoredUpload> => {
    const takenUntil = clock.now() + takenMs;
    if (takenUntil - (held.record.takenUntil ?? 0) < renewTakenMs) return held;
    return store.replace({ ...held.record, takenUntil }, held.version).catch((thrown: unknown) => {
      throw thrown instanceof ConditionFailed ? new ServiceError("upload_in_use", { cause: thrown }) : thrown;
    });
  };

  const finish = async ({ record, version }: StoredUpload): Promise<void> => {
    await store.delete(record, version);
    await parts.delete(record);
  };

  const giveBack = async ({ record, version }: StoredUpload): Promise<void> => {
    await store.replace({ ...record, takenUntil: null }, version);
  };

  /** Ignores that the hold was lost: if a process doesn't settle in time, other calls can take the upload. */
  const unlessLost = (thrown: unknown): void => {
    if (!(thrown instanceof ConditionFailed)) throw thrown;
  };

  return {
    async take(keyId, id) {
      const found = idForm.test(id) ? await store.get({ keyId, id }) : undefined;
      if (found === undefined) throw new ServiceError("upload_not_found");
      const { etags } = found.record;
      if (etags === null) throw new ServiceError("upload_incomplete");
      let held = await taken(found);
      const { record } = held;
      let renewal: Promise<void> = Promise.resolve();
      return {
        fileName: record.fileName,
        contentType: record.contentType,
        sizeBytes: record.sizeBytes,

        async *bytes() {
          for (const [index, etag] of etags.entries()) {
            renewal = renewed(held).then((still) => {
              held = still;
            });
            await renewal;
            const part = await parts.get(record, index + 1);
            if (part?.etag !== etag) throw new ServiceError("upload_damaged", { detail: `part ${index + 1}` });
            yield* part.body;
          }
        },

        settle(isStored) {
          // A stopped call may be renewing at the moment. The reader of the bytes gets any error of that.
          const settled = renewal.catch(() => undefined).then(() => (isStored ? finish(held) : giveBack(held)));
          backgroundTasks.waitUntil("settling an upload after its request", settled.catch(unlessLost));
        },
      };
    },
  };
}

import type { FileHandle } from "node:fs/promises";

/** A call to the disk for so many bytes. */
const syncBytes = 32 * 1024 * 1024;

/**
 * Has the disk take what was written while more is coming. Systems wait with that until gigabytes have come together, and what is synced at the end
 * only is then waited for.
 */
export function syncedMeanwhile(handle: Pick<FileHandle, "datasync">) {
  let unsynced = 0;
  let isSyncing = false;
  let syncing: Promise<void> = Promise.resolve();

  return {
    written(bytes: number): void {
      unsynced += bytes;
      if (isSyncing || unsynced < syncBytes) return;
      unsynced = 0;
      isSyncing = true;
      syncing = handle.datasync().then(() => {
        isSyncing = false;
      });
      syncing.catch(() => undefined);
    },
    /** Waits for what is under way. @throws what the disk has said: a later sync does not say it again */
    settled: (): Promise<void> => syncing,
  };
}

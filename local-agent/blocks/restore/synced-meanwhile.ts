import type { FileHandle } from "node:fs/promises";

/** Bytes between calls to sync the disk. */
const syncBytes = 32 * 1024 * 1024;

/** Syncs written data while more arrives. Otherwise systems wait until gigabytes have accumulated, and syncing at the end takes long. */
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
    /** Waits for the sync in progress. @throws the disk's error: a later sync doesn't report it again */
    settled: (): Promise<void> => syncing,
  };
}

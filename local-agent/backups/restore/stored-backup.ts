import type { StoredSnapshot } from "#shared/agent/protocol/tasks/backup-tasks.ts";
import type { StoreAt } from "../store-at.ts";

/** Stored file: its name below the backup's folder, and its SHA-256 if a manifest contains it. */
export interface StoredFile {
  readonly name: string;
  readonly sizeBytes: number;
  readonly sha256: string | null;
}

/** Stored backup in any layout. */
export interface StoredBackup {
  readonly files: readonly StoredFile[];
  /**
   * Downloads a file to this host's disk and compares it with what was sent. It gets its final name when it is complete.
   * @throws Refused
   */
  bring(file: StoredFile, target: string, onBytes: (bytes: number) => void): Promise<void>;
  /** True if a file of the same size on this host is this one. False if nothing is known of its content. */
  isAt(file: StoredFile, path: string): Promise<boolean>;
  /** Ends all downloads. */
  close(): Promise<void>;
}

/** Uses an open backup, then closes it. */
export async function withBackup<Backup extends StoredBackup, T>(
  backup: Backup,
  work: (backup: Backup) => Promise<T>,
): Promise<T> {
  try {
    return await work(backup);
  } finally {
    await backup.close();
  }
}

/** Backup and its location. */
export interface BackupPlace {
  readonly at: StoreAt;
  /** Folder of the backup, or of the set with its snapshot: names separated by slashes. */
  readonly folder: string;
  readonly snapshot: StoredSnapshot | undefined;
  /** Bytes to leave free on the target disk. */
  readonly floorBytes: number;
  /** True to verify the sent data, not only that it is unchanged: with blocks, that takes more than a restore needs. */
  readonly isProof?: boolean;
}

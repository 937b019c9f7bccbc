import type { StoredSnapshot } from "#shared/agent/protocol/tasks/backup-tasks.ts";
import type { StoreAt } from "../store-at.ts";

/** A file at the store: its name below the backup's folder, and its SHA-256 where a manifest says it. */
export interface StoredFile {
  readonly name: string;
  readonly sizeBytes: number;
  readonly sha256: string | null;
}

/** A backup as it lies at a store, in whichever layout. */
export interface StoredBackup {
  readonly files: readonly StoredFile[];
  /** Brings a file onto this host's disk, compared with what was sent. It comes under its name when it is whole. @throws Refused */
  bring(file: StoredFile, target: string, onBytes: (bytes: number) => void): Promise<void>;
  /** Whether a file on this host, which is as large, is this one. False where nothing is known of its content. */
  isAt(file: StoredFile, path: string): Promise<boolean>;
  /** Nothing is brought any more. */
  close(): Promise<void>;
}

/** Works with a backup, and closes it. */
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

/** Which backup, and where it lies. */
export interface BackupPlace {
  readonly at: StoreAt;
  /** Of the backup, or of the set that its snapshot is in: names of folders with slashes between them. */
  readonly folder: string;
  readonly snapshot: StoredSnapshot | undefined;
  /** What stays free on the disk that it is brought to. */
  readonly floorBytes: number;
  /** Whether what was sent is to be proved right, not only unchanged: in blocks that takes more than a restore needs. */
  readonly isProof?: boolean;
}

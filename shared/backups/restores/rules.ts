import { timestamp } from "#shared/contract/scalars.ts";
import { normalizedDatabaseName } from "#shared/contract/values/database-name.ts";
import { isDatabase } from "./backup-file.ts";
import type { OffsiteDatabase } from "./contract.ts";

/** File at a store, named by its path below the backup's folder. */
export interface OffsiteFile {
  readonly name: string;
  readonly sizeBytes: number;
  readonly sha256: string | null;
}

/** Backup in the list of a place. */
export interface ListedBackup {
  /** Name in requests: its folder, or its snapshot in the blocks layout. */
  readonly backup: string;
  /** Set and time of the snapshot in milliseconds since the epoch, in the blocks layout. */
  readonly snapshot: { readonly set: string; readonly madeAt: number } | null;
}

const stamped = /_(\d{4}-\d{2}-\d{2})_(\d{2})(\d{2})$/;

/** Returns the time of a backup in the time zone of its host: `2026-11-20 23:00`. Null if the folder name has no time. */
export function takenAt(backup: string): string | null {
  const [, day, hour, minute] = stamped.exec(backup) ?? [];
  return day === undefined ? null : `${day} ${hour}:${minute}`;
}

/** Sorts backups, newest first; those without a time come last. Folder names have the host's local time, snapshots have UTC. */
export function newestFirst(backups: readonly ListedBackup[]): readonly ListedBackup[] {
  const timeOf = ({ backup, snapshot }: ListedBackup) =>
    snapshot === null ? (takenAt(backup) ?? "") : timestamp(snapshot.madeAt).replace("T", " ");
  return backups.toSorted((one, other) => {
    const [own, its] = [timeOf(one), timeOf(other)];
    return own === its ? one.backup.localeCompare(other.backup) : own < its ? 1 : -1;
  });
}

/** Returns the databases among the files of a backup, sorted by name. */
export function databasesIn(
  files: readonly OffsiteFile[],
  browserHashOf: (name: string) => string,
): readonly OffsiteDatabase[] {
  const databases = files.flatMap(({ name, sizeBytes, sha256 }) => {
    const [, folder = "", base = "", zip = ""] = /^(.*?)([^/]+)\.fmp12(\.zip)?$/i.exec(name) ?? [];
    if (base === "" || !isDatabase(name)) return [];
    const beside = files.filter((file) => file.name.startsWith(`${folder}RC_Data_FMS/${base}/`));
    return [
      {
        fileName: name.slice(folder.length, name.length - zip.length),
        bytes: sizeBytes,
        sha256,
        zipped: zip !== "",
        container_files: beside.length,
        container_bytes: beside.reduce((sum, file) => sum + file.sizeBytes, 0),
        file_browser_hash: browserHashOf(name),
      },
    ];
  });
  return databases.toSorted((one, other) => one.fileName.localeCompare(other.fileName));
}

/** Returns the first of these files that isn't in the backup. */
export function missingFile(databases: readonly OffsiteDatabase[], names: readonly string[]): string | undefined {
  const there = new Set(databases.map(({ fileName }) => normalizedDatabaseName(fileName)));
  return names.find((name) => !there.has(normalizedDatabaseName(name)));
}

/** Converts a backup for lists in API responses. */
export function shownBackup({ backup, snapshot }: ListedBackup) {
  if (snapshot === null) return { backup, taken: takenAt(backup), layout: "files" as const, set: null, kept_at: null };
  const { set, madeAt } = snapshot;
  return { backup, taken: null, layout: "blocks" as const, set, kept_at: timestamp(madeAt) };
}

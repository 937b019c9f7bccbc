import { timestamp } from "#shared/contract/scalars.ts";
import { foldedDatabaseName } from "#shared/contract/values/database-name.ts";
import { isDatabase } from "./backup-file.ts";
import type { OffsiteDatabase } from "./contract.ts";

/** A file at a store, by its name below its backup's folder. */
export interface OffsiteFile {
  readonly name: string;
  readonly sizeBytes: number;
  readonly sha256: string | null;
}

/** A backup in the list of a place. */
export interface ListedBackup {
  /** What it is asked for by: its folder's name, or in blocks that of its snapshot. */
  readonly backup: string;
  /** In blocks: the set, and when the snapshot was made. Milliseconds since the epoch. */
  readonly snapshot: { readonly set: string; readonly madeAt: number } | null;
}

const stamped = /_(\d{4}-\d{2}-\d{2})_(\d{2})(\d{2})$/;

/** When a backup was made, in the time of its host: `2026-11-20 23:00`. Null where its folder does not say it. */
export function takenAt(backup: string): string | null {
  const [, day, hour, minute] = stamped.exec(backup) ?? [];
  return day === undefined ? null : `${day} ${hour}:${minute}`;
}

/** Backups, the newest first; those without a time come last. Folders say the host's own time, snapshots that of the world. */
export function newestFirst(backups: readonly ListedBackup[]): readonly ListedBackup[] {
  const timeOf = ({ backup, snapshot }: ListedBackup) =>
    snapshot === null ? (takenAt(backup) ?? "") : timestamp(snapshot.madeAt).replace("T", " ");
  return backups.toSorted((one, other) => {
    const [own, its] = [timeOf(one), timeOf(other)];
    return own === its ? one.backup.localeCompare(other.backup) : own < its ? 1 : -1;
  });
}

/** The databases among the files of a backup, by their names. */
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

/** The first of these files that is not among the databases of a backup. */
export function missingFile(databases: readonly OffsiteDatabase[], names: readonly string[]): string | undefined {
  const there = new Set(databases.map(({ fileName }) => foldedDatabaseName(fileName)));
  return names.find((name) => !there.has(foldedDatabaseName(name)));
}

/** A backup as callers see it in the list of its place. */
export function shownBackup({ backup, snapshot }: ListedBackup) {
  if (snapshot === null) return { backup, taken: takenAt(backup), layout: "files" as const, set: null, kept_at: null };
  const { set, madeAt } = snapshot;
  return { backup, taken: null, layout: "blocks" as const, set, kept_at: timestamp(madeAt) };
}

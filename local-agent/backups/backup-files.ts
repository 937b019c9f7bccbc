import { basename, join } from "node:path";
import { isDatabase } from "#shared/backups/restores/backup-file.ts";
import { containersOf } from "../disk/containers.ts";
import { filesBelow, found } from "../disk/on-disk.ts";
import type { FileToZip } from "../downloads/write-zip.ts";

/** File of a backup, as stored. */
export interface BackupFile {
  /** Path below the backup's folder, with slashes. */
  readonly name: string;
  readonly path: string;
  readonly sizeBytes: number;
  /** Time of the last change in milliseconds since the epoch. */
  readonly modifiedAt: number;
  /** Contents, for a zip that must be created. */
  readonly zipOf?: readonly FileToZip[];
}

/** Returns the files of a backup. With `zips`, each database is packed into a zip there together with its external containers. */
export async function backupFiles(folder: string, zips: string | undefined): Promise<readonly BackupFile[]> {
  const names = await filesBelow(folder);
  if (zips === undefined) return Promise.all(names.map((name) => describedFile(folder, name)));
  const databases = names.filter((name) => /\.fmp12$/i.test(name));
  const zipped = databases.map((name) => {
    const beside = `${containersOf(name).replaceAll("\\", "/")}/`;
    return { name, entries: [name, ...names.filter((other) => other.startsWith(beside))] };
  });
  const taken = new Set(zipped.flatMap(({ entries }) => entries));
  const plain = names.filter((name) => !taken.has(name));
  return Promise.all([
    ...zipped.map(async ({ name, entries }, index): Promise<BackupFile> => {
      const files = await Promise.all(entries.map((entry) => describedFile(folder, entry)));
      const parent = name.slice(0, name.lastIndexOf("/") + 1);
      return {
        name: `${name}.zip`,
        path: join(zips, `${index}.zip`),
        // Maximum size of the zip until it is created.
        sizeBytes: files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
        modifiedAt: Math.max(...files.map(({ modifiedAt }) => modifiedAt)),
        zipOf: files.map(({ path, name: entry }) => ({ path, name: entry.slice(parent.length) })),
      };
    }),
    ...plain.map((name) => describedFile(folder, name)),
  ]);
}

/** Returns the databases among the files of a backup, by their hosted names. */
export function databasesIn(names: readonly string[]): string[] {
  return names
    .filter(isDatabase)
    .map((name) => basename(name).replace(/\.zip$/i, ""))
    .slice(0, maxDatabases);
}

/** Maximum number of databases: more than a server can host. */
const maxDatabases = 1_000;

/** True if two files may be the same, judging without reading them. */
export function looksAlike(
  one: Pick<BackupFile, "sizeBytes" | "modifiedAt">,
  other: Pick<BackupFile, "sizeBytes" | "modifiedAt">,
): boolean {
  return one.sizeBytes === other.sizeBytes && one.modifiedAt === other.modifiedAt;
}

async function describedFile(folder: string, name: string): Promise<BackupFile> {
  const path = join(folder, ...name.split("/"));
  const { size = 0, mtimeMs = 0 } = (await found(path)) ?? {};
  return { name, path, sizeBytes: size, modifiedAt: Math.floor(mtimeMs) };
}

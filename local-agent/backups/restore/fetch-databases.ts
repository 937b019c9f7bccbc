import { chmod, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { containersOf } from "../../disk/containers.ts";
import { checkDiskSpace } from "../../disk/disk-space.ts";
import { makeFolder } from "../../disk/make-folder.ts";
import { found } from "../../disk/on-disk.ts";
import { mapConcurrently } from "../../downloads/map-concurrently.ts";
import { Refused } from "../../refused.ts";
import type { TaskContext } from "../../tasks/task-context.ts";
import { readZip, unzipFile } from "../../zip/read-zip.ts";
import { openBackup } from "./open-backup.ts";
import { type BackupPlace, type StoredBackup, withBackup } from "./stored-backup.ts";
import { type StoredDatabase, storedDatabases } from "./stored-databases.ts";

/** Restored database on this host, with its containers next to it as FileMaker Server expects. */
export interface FetchedDatabase {
  readonly name: string;
  readonly path: string;
  /** SHA-256 of the fetched file: the database itself or its zip. Null without a manifest, as in block-based backups. */
  readonly sha256: string | null;
  readonly bytes: number;
}

export interface FetchWanted extends BackupPlace {
  readonly files: readonly string[];
  readonly withContainers: boolean;
}

/** Maximum number of small files in transfer: each costs a call and few bytes. */
const atOnce = 4;

/** Fetches databases of a backup into an existing folder. Keeps files that an interrupted run has fetched. @throws Refused */
export async function fetchDatabases(
  wanted: FetchWanted,
  context: TaskContext,
  into: string,
): Promise<readonly FetchedDatabase[]> {
  return withBackup(await openBackup(wanted, context, into), (backup) => bringDatabases(backup, wanted, context, into));
}

/** Fetches databases of an open backup. @throws Refused */
export async function bringDatabases(
  backup: StoredBackup,
  { files, withContainers, floorBytes }: Pick<FetchWanted, "files" | "withContainers" | "floorBytes">,
  context: TaskContext,
  into: string,
): Promise<readonly FetchedDatabase[]> {
  const { progress, say } = context;
  const databases = storedDatabases(backup.files, files);
  const parts = databases.flatMap(({ main, containers }) => [main, ...(withContainers ? containers : [])]);
  const total = parts.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  await checkDiskSpace([{ folder: into, bytes: total }], floorBytes);

  let done = 0;
  progress({ done, total, unit: "bytes" });
  const onBytes = (bytes: number) => {
    done += bytes;
    progress({ done });
  };
  const brought: FetchedDatabase[] = [];
  for (const database of databases) {
    const { file, main, isZip, containers } = database;
    const path = join(into, file);
    if ((await found(path)) === undefined) {
      const arrived = isZip ? `${path}.zip` : path;
      if ((await found(arrived)) === undefined) await backup.bring(main, arrived, onBytes);
      if (isZip) await unpack(arrived, database, { context, into, withContainers, floorBytes });
    }
    if (withContainers)
      await mapConcurrently(atOnce, containers, async ({ below, ...object }) => {
        const target = join(containersOf(path), ...below.split("/"));
        await makeFolder(dirname(target), 0o775);
        if ((await found(target)) === undefined) await backup.bring(object, target, onBytes);
      });
    say("info", `Fetched ${file}${main.sha256 === null ? "" : `, SHA-256 ${main.sha256}`}`);
    brought.push({ name: file, path, sha256: main.sha256, bytes: main.sizeBytes });
  }
  return brought;
}

interface Unpacking {
  readonly context: TaskContext;
  readonly into: string;
  readonly withContainers: boolean;
  readonly floorBytes: number;
}

/** Unpacks a database with its containers and deletes the zip. @throws Refused for a zip of another database */
async function unpack(
  zip: string,
  { file }: StoredDatabase,
  { context, into, withContainers, floorBytes }: Unpacking,
): Promise<void> {
  const entries = await readZip(zip, {});
  const [main, ...others] = entries.toSorted((one, other) => Number(other.name === file) - Number(one.name === file));
  if (main?.name.toLowerCase() !== file.toLowerCase())
    throw new Refused("not-found", `${file} is not in the backup's zip archive`);
  const beside = `${containersOf(main.name).replaceAll("\\", "/")}/`;
  const wanted = withContainers ? others.filter(({ name }) => name.startsWith(beside)) : [];
  const bytes = [main, ...wanted].reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  await checkDiskSpace([{ folder: into, bytes }], floorBytes);
  // The database itself comes last: if it exists, all of its files do.
  for (const entry of [...wanted, main]) {
    const target = join(into, ...(entry === main ? [file] : entry.name.split("/")));
    await makeFolder(dirname(target), 0o775);
    const draft = `${target}.part`;
    await rm(draft, { force: true });
    await unzipFile(zip, entry, draft, context.signal);
    await chmod(draft, 0o664);
    await rename(draft, target);
  }
  await rm(zip, { force: true });
}

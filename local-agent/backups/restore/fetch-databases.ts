import { chmod, mkdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { containersOf } from "../../disk/containers.ts";
import { checkDiskSpace } from "../../disk/disk-space.ts";
import { found } from "../../disk/on-disk.ts";
import { mapConcurrently } from "../../downloads/map-concurrently.ts";
import { Refused } from "../../refused.ts";
import type { TaskContext } from "../../tasks/task-context.ts";
import { readZip, unzipFile } from "../../zip/read-zip.ts";
import { openBackup } from "./open-backup.ts";
import { type BackupPlace, type StoredBackup, withBackup } from "./stored-backup.ts";
import { type StoredDatabase, storedDatabases } from "./stored-databases.ts";

/** A database that lies on this host again, its containers beside it as FileMaker Server keeps them. */
export interface FetchedDatabase {
  readonly name: string;
  readonly path: string;
  /** Of what was brought: of the file itself, or of the zip that it came in. Null where no manifest says it, as in blocks. */
  readonly sha256: string | null;
  readonly bytes: number;
}

export interface FetchWanted extends BackupPlace {
  readonly files: readonly string[];
  readonly withContainers: boolean;
}

/** Small files beside each other: each costs a call, and few bytes. */
const atOnce = 4;

/** Brings databases of a backup into a folder that is there. What is there already from an earlier life of the agent stays. @throws Refused */
export async function fetchDatabases(
  wanted: FetchWanted,
  context: TaskContext,
  into: string,
): Promise<readonly FetchedDatabase[]> {
  return withBackup(await openBackup(wanted, context, into), (backup) => bringDatabases(backup, wanted, context, into));
}

/** The same of a backup that is open. @throws Refused */
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
        await mkdir(dirname(target), { recursive: true, mode: 0o775 });
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

/** Unpacks a database with its containers; the zip goes. @throws Refused for a zip that holds another one */
async function unpack(
  zip: string,
  { file }: StoredDatabase,
  { context, into, withContainers, floorBytes }: Unpacking,
): Promise<void> {
  const entries = await readZip(zip, {});
  const [main, ...others] = entries.toSorted((one, other) => Number(other.name === file) - Number(one.name === file));
  if (main?.name.toLowerCase() !== file.toLowerCase()) throw new Refused("not-found", `${file} is not in its zip`);
  const beside = `${containersOf(main.name).replaceAll("\\", "/")}/`;
  const wanted = withContainers ? others.filter(({ name }) => name.startsWith(beside)) : [];
  const bytes = [main, ...wanted].reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  await checkDiskSpace([{ folder: into, bytes }], floorBytes);
  // The database itself comes last: who finds it there has all of it.
  for (const entry of [...wanted, main]) {
    const target = join(into, ...(entry === main ? [file] : entry.name.split("/")));
    await mkdir(dirname(target), { recursive: true, mode: 0o775 });
    const draft = `${target}.part`;
    await rm(draft, { force: true });
    await unzipFile(zip, entry, draft, context.signal);
    await chmod(draft, 0o664);
    await rename(draft, target);
  }
  await rm(zip, { force: true });
}

import { existsSync, linkSync, mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { hostedPath, readFileOf, writeFileOf } from "../disk/hosted-file.ts";
import { writeContainers } from "../disk/remote-containers.ts";
import { FOLDERS, isWithin, outOfNotation } from "../disk/server-folder.ts";
import { fileBytes, readHeader } from "../file/file-body.ts";
import type { Host } from "../host.ts";
import { localTime } from "../logs/log-time.ts";
import { currentDefinition } from "../world/live/current-definition.ts";
import type { LiveDatabase } from "../world/live/live-database.ts";
import type { Database } from "../world/schema/database-schema.ts";

/** Files to back up, and the target. */
interface BackupOrder {
  readonly databases: readonly LiveDatabase[];
  /** Folder, in FileMaker's notation or as a plain path. */
  readonly target: string;
  /** Prefix of the timestamped folder's name. Undefined: files are written to the target itself, and replace existing ones. */
  readonly name: string | undefined;
  /** Number of timestamped copies to keep. */
  readonly keep: number;
  readonly clone: boolean;
  readonly cloneOnly: boolean;
}

/** "File not found or not accessible." */
const NO_TARGET = 20405;

/** "Unable to create file on disk." */
const DISK_FULL = 800;

/** Copies the current state of files, open or not; unchanged files are hard links to the last copy. Returns an error number, or 0. */
export function backUp(host: Host, order: BackupOrder): number {
  try {
    return copyAll(host, order);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
    return DISK_FULL;
  }
}

function copyAll(host: Host, order: BackupOrder): number {
  if (host.folder === undefined) return 0;
  const target = outOfNotation(order.target);
  if (!existsSync(target) && !isWithin(host.folder, target)) return NO_TARGET;
  mkdirSync(target, { recursive: true });
  if (!statSync(target).isDirectory()) return NO_TARGET;
  const stamp = stampOf(host);
  const suffix = order.name === undefined ? "" : `_${stamp}`;
  if (!order.cloneOnly) {
    const folder = order.name === undefined ? target : join(target, `${order.name}_${stamp}`);
    const before =
      order.name === undefined ? undefined : copiesOf(target, order.name).findLast((copy) => copy !== folder);
    if (order.name !== undefined) rmSync(folder, { recursive: true, force: true });
    for (const database of order.databases) copy(host, database, folder, before);
  }
  if (order.clone || order.cloneOnly) {
    const folder = join(target, `Cloned_by_FMS${suffix}`);
    for (const database of order.databases) {
      const definition = cloneOf(currentDefinition(database));
      writeFileOf(join(folder, "Databases", `${database.name} Clone.fmp12`), definition);
    }
  }
  if (order.name !== undefined) {
    for (const name of [order.name, "Cloned_by_FMS"]) {
      for (const old of copiesOf(target, name).slice(0, -Math.max(1, order.keep))) rmSync(old, { recursive: true });
    }
  }
  return 0;
}

/** Returns a file without its records. */
export function cloneOf(definition: Database): Database {
  return { ...definition, tables: definition.tables.map((table) => ({ ...table, records: [] })) };
}

function copy(host: Host, database: LiveDatabase, folder: string, before: string | undefined): void {
  const definition = currentDefinition(database);
  const way = placeIn(host, database);
  const path = join(folder, way);
  mkdirSync(dirname(path), { recursive: true });
  const last = before === undefined ? undefined : join(before, way);
  if (last !== undefined && existsSync(last) && isSame(last, definition)) linkSync(last, path);
  else writeFileOf(path, definition);
  writeContainers(path, database);
}

/** Returns the file's path in the backup, which corresponds to its path in `Data`. */
function placeIn(host: Host, database: LiveDatabase): string {
  const path = hostedPath(host, database);
  const data = join(host.folder ?? "", "Data");
  return path !== undefined && isWithin(data, path)
    ? relative(data, path)
    : join("Databases", `${database.name}.fmp12`);
}

function isSame(path: string, definition: Database): boolean {
  const now = readHeader(fileBytes(definition));
  return now !== undefined && readFileOf(path).header?.bodySha256 === now.bodySha256;
}

/** Returns the timestamped copies with a name, oldest first. */
function copiesOf(target: string, name: string): readonly string[] {
  return readdirSync(target)
    .filter((entry) => entry.startsWith(`${name}_`) && /^_\d{4}-\d{2}-\d{2}_\d{4}$/.test(entry.slice(name.length)))
    .sort()
    .map((entry) => join(target, entry));
}

/** Returns the server's local time, such as `2026-11-20_2300`. */
function stampOf({ clock, world }: Host): string {
  const local = localTime(clock.now(), world.definition.server.utcOffsetMinutes);
  return `${local.slice(0, 10)}_${local.slice(11, 13)}${local.slice(14, 16)}`;
}

/** Returns the default target of backups. */
export function usualTarget({ folder, world }: Host): string {
  const { backupPath } = world.server.settings.folders;
  return backupPath === "" ? join(folder ?? "", FOLDERS.backups) : backupPath;
}

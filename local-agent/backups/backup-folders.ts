import { readdir } from "node:fs/promises";
import { found } from "../disk/on-disk.ts";
import type { Host } from "../host.ts";
import { pathOf } from "../server/admin-api-files.ts";
import type { BackupSchedule } from "../server/backup-schedules.ts";

/** Local time of the host, which is a part of the folder's name: `Daily_2026-11-20_2300`. */
const stamped = /_(\d{4}-\d{2}-\d{2}_\d{4})$/;

/** When a backup was begun, as its folder says it: comparable as text. Empty for what is no backup's folder. */
export function stampOf(folder: string): string {
  return stamped.exec(folder)?.[1] ?? "";
}

/** Where the backups of a schedule lie. */
export function targetOf(host: Host, schedule: Pick<BackupSchedule, "target"> | undefined): string {
  const target = pathOf(schedule?.target ?? "");
  return target === "" ? host.roots.backups : target;
}

/** The backups of a schedule by the names of their folders, the oldest first. */
export async function backupFolders(target: string, name: string): Promise<readonly string[]> {
  if ((await found(target)) === undefined) return [];
  // FileMaker Server writes another character for those that a folder's name cannot have.
  const begin = name.replace(/[/\\:]/g, "_");
  const entries = await readdir(target, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory() && stamped.test(entry.name))
    .map((entry) => entry.name)
    .filter((folder) => folder.replace(stamped, "") === begin)
    .sort((one, other) => (stampOf(one) < stampOf(other) ? -1 : 1));
}

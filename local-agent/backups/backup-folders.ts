import { readdir } from "node:fs/promises";
import { found } from "../disk/on-disk.ts";
import type { Host } from "../host.ts";
import { pathOf } from "../server/admin-api-files.ts";
import type { BackupSchedule } from "../server/backup-schedules.ts";

/** Local time of the host in the folder's name: `Daily_2026-11-20_2300`. */
const stamped = /_(\d{4}-\d{2}-\d{2}_\d{4})$/;

/** Returns the start time in a backup folder's name, which sorts as text. Empty for other folders. */
export function stampOf(folder: string): string {
  return stamped.exec(folder)?.[1] ?? "";
}

/** Returns the folder of a schedule's backups. */
export function targetOf(host: Host, schedule: Pick<BackupSchedule, "target"> | undefined): string {
  const target = pathOf(schedule?.target ?? "");
  return target === "" ? host.roots.backups : target;
}

/** Returns a schedule's backups by folder name, oldest first. */
export async function backupFolders(target: string, name: string): Promise<readonly string[]> {
  if ((await found(target)) === undefined) return [];
  // FileMaker Server replaces characters that folder names can't contain.
  const begin = name.replace(/[/\\:]/g, "_");
  const entries = await readdir(target, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory() && stamped.test(entry.name))
    .map((entry) => entry.name)
    .filter((folder) => folder.replace(stamped, "") === begin)
    .sort((one, other) => (stampOf(one) < stampOf(other) ? -1 : 1));
}

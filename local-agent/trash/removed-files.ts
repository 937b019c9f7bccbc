import { readdir, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import type { Clock } from "../clock.ts";
import { hostingFolders, removedFolders } from "../disk/hosted-file.ts";
import { found } from "../disk/on-disk.ts";
import type { Host } from "../host.ts";

const dayMs = 24 * 60 * 60_000;

/**
 * Deletes files that FileMaker Server removed more than this number of days ago, with their containers, from its folders of removed files.
 * Returns their names. Leaves other folders in there alone, such as our trash.
 */
export async function sweepRemovedFiles(host: Host, clock: Clock, keptDays: number): Promise<readonly string[]> {
  const removedBefore = clock.now() - keptDays * dayMs;
  const deleted: string[] = [];
  for (const folder of await hostingFolders(host))
    for (const removed of removedFolders)
      for (const path of await removedIn(join(folder, removed))) {
        // A move changes this time, but neither a file's content nor its modification time.
        const stats = await found(path);
        if (stats === undefined || stats.ctimeMs > removedBefore) continue;
        await rm(path, { recursive: true });
        deleted.push(basename(path));
      }
  return deleted;
}

/** Returns the files in a folder of removed files, and their external containers. Excludes links. */
async function removedIn(folder: string): Promise<readonly string[]> {
  const files = (await entriesOf(folder)).filter((entry) => entry.isFile());
  const containers = join(folder, "RC_Data_FMS");
  const kept = (await entriesOf(containers)).filter((entry) => entry.isFile() || entry.isDirectory());
  return [...files.map(({ name }) => join(folder, name)), ...kept.map(({ name }) => join(containers, name))];
}

async function entriesOf(folder: string) {
  return (await found(folder))?.isDirectory() ? readdir(folder, { withFileTypes: true }) : [];
}

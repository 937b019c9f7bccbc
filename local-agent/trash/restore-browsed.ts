import { mkdir, rm } from "node:fs/promises";
import { moveAside, moveFolder, newLocation } from "../browser/change-files.ts";
import { namesake, parentAndName, withFolder } from "../browser/folder.ts";
import type { HostLocation } from "../disk/host-location.ts";
import { found } from "../disk/on-disk.ts";
import { syncFolder } from "../disk/sync-folder.ts";
import type { Host } from "../host.ts";
import { Refused } from "../refused.ts";
import type { Trashed } from "./trashed-entries.ts";

/** Restores what was deleted in the file browser. Recreates missing folders. Returns its name. */
export async function restoreBrowsed(
  host: Host,
  { entry, entryFolder, kept, base }: Trashed,
  newName: string | undefined,
): Promise<string> {
  const { root, folder: path } = entry;
  const name = newName ?? entry.filename;
  const target = { root, path: path === "" ? name : `${path}/${name}` };
  const { parent } = newName === undefined ? parentAndName(target) : newLocation(target);
  const ours = await found(kept);
  if (ours === undefined) throw new Refused("not-found", "not found in the trash");
  await makeAgain(host, parent);
  await withFolder(host, parent, async (folder) => {
    const other = await namesake(folder, name);
    const there = other === name ? await found(folder.at(name)) : undefined;
    // Interrupted between creating the new name and deleting the old one.
    const isThere = entry.kind === "file" && there?.ino === ours.ino && there.dev === ours.dev;
    if (other !== undefined && !isThere) throw new Refused("exists", `\`${other}\` already exists`);
    if (!isThere) await (entry.kind === "file" ? moveAside : moveFolder)(kept, folder.at(name));
    await folder.sync();
  });
  await rm(entryFolder, { recursive: true });
  await syncFolder(base);
  return name;
}

async function makeAgain(host: Host, { root, path }: HostLocation): Promise<void> {
  const names = path === "" ? [] : path.split("/");
  for (const [depth, name] of names.entries())
    await withFolder(host, { root, path: names.slice(0, depth).join("/") }, async (folder) => {
      await mkdir(folder.at(name), { mode: 0o775 }).catch((thrown: unknown) => {
        if ((thrown as NodeJS.ErrnoException).code !== "EEXIST") throw thrown;
      });
    });
}

import { link, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { FieldsOf, ReplyOf } from "#shared/agent/protocol/command.ts";
import { nameRefusal } from "#shared/agent/protocol/host-name.ts";
import { DatabaseName, fullDatabaseName } from "#shared/contract/values/database-name.ts";
import { containersOf } from "../disk/containers.ts";
import { hostedNamed } from "../disk/hosted-file.ts";
import { makeFolder } from "../disk/make-folder.ts";
import { found } from "../disk/on-disk.ts";
import { syncFolder } from "../disk/sync-folder.ts";
import type { Host } from "../host.ts";
import { Refused } from "../refused.ts";
import { restoreBrowsed } from "./restore-browsed.ts";
import { isHosted, type Trashed, trashed } from "./trashed-entries.ts";

/** Restores a deleted file to its folder, under its name or another. Never replaces anything. */
export async function restoreFromTrash(
  host: Host,
  { id, filename }: FieldsOf<"trash.restore">,
): Promise<ReplyOf<"trash.restore">> {
  const one = await trashed(host, id);
  const { root, folder } = one.entry;
  return {
    filename: await (isHosted(root) ? restoreHosted : restoreBrowsed)(host, one, filename),
    root,
    folder,
  };
}

/** Restores a file with its containers. Returns its current name. */
async function restoreHosted(
  host: Host,
  { entry, entryFolder, kept, base }: Trashed,
  newName: string | undefined,
): Promise<string> {
  const name = newName === undefined ? entry.filename : hostedName(newName);
  const folder = join(base, entry.folder);
  const target = join(folder, name);
  await refuseTaken(host, name, kept, target);
  const [keptContainers, containers] = [containersOf(join(entryFolder, entry.filename)), containersOf(target)];
  const hasContainers = (await found(keptContainers)) !== undefined;
  if (hasContainers && (await found(containers)) !== undefined)
    throw new Refused("taken", "its container files would overwrite others");
  await makeFolder(folder, 0o775);
  if (hasContainers) {
    await makeFolder(dirname(containers), 0o775);
    await rename(keptContainers, containers);
  }
  await linkUnlessTaken(kept, target);
  await syncFolder(folder);
  await rm(entryFolder, { recursive: true });
  return name;
}

/** @throws Refused for names that a hosted file can't have on every system */
function hostedName(name: string): string {
  const full = fullDatabaseName(name);
  const refusal = DatabaseName.safeParse(name).success ? nameRefusal(full) : "invalid name for a hosted file";
  if (refusal !== undefined) throw new Refused("not-allowed", refusal);
  return full;
}

/** Rejects names of hosted files in any case and any folder, which the server ignores. */
async function refuseTaken(host: Host, name: string, kept: string, target: string): Promise<void> {
  const ours = await found(kept);
  for (const { path } of await hostedNamed(host, name)) {
    // Interrupted between creating the new name and deleting the old one.
    const other = await found(path);
    if (path === target && other !== undefined && other.ino === ours?.ino && other.dev === ours.dev) continue;
    throw new Refused("taken", "a hosted file already has this name");
  }
}

/** Creates a hard link, then deletes the old name: unlike a rename, this never replaces another file. */
async function linkUnlessTaken(kept: string, target: string): Promise<void> {
  try {
    await link(kept, target);
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code !== "EEXIST") throw thrown;
    const [ours, there] = [await found(kept), await found(target)];
    if (ours === undefined || there?.ino !== ours.ino || there.dev !== ours.dev)
      throw new Refused("taken", "a hosted file already has this name", { cause: thrown });
  }
}

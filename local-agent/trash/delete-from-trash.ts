import { rename, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Clock } from "../clock.ts";
import type { Host } from "../host.ts";
import { knownTrash, type Trashed, trashed, trashedIds, trashFolders } from "./trashed-entries.ts";

const deletedSuffix = ".gone";

/** Deletes a file in the trash permanently. */
export async function deleteFromTrash(host: Host, id: string): Promise<{ readonly freedBytes: number }> {
  return { freedBytes: await forget(await trashed(host, id)) };
}

/** Permanently deletes expired files, and files whose deletion was interrupted. Returns their IDs. */
export async function sweepTrash(host: Host, clock: Clock): Promise<readonly string[]> {
  const swept: string[] = [];
  for (const id of await trashedIds(host)) {
    const found = await knownTrash(host, id);
    if (found === undefined || found.entry.keptUntil > clock.now()) continue;
    await forget(found);
    swept.push(id);
  }
  for (const { folder, names } of await trashFolders(host))
    for (const name of names)
      if (name.endsWith(deletedSuffix)) await rm(join(folder, name), { recursive: true, force: true });
  return swept;
}

/** Removes it from the list in one step, so that deleting its bytes can be interrupted. */
async function forget({ entry, entryFolder }: Trashed): Promise<number> {
  const gone = `${entryFolder}${deletedSuffix}`;
  await rename(entryFolder, gone);
  await rm(gone, { recursive: true, force: true });
  return entry.sizeBytes;
}

import { readFile, rm } from "node:fs/promises";
import { filesInManifest, manifestName, maxManifestBytes } from "#shared/backups/restores/manifest.ts";
import { spaceGuard } from "../../disk/disk-space.ts";
import { Refused } from "../../refused.ts";
import type { TaskContext } from "../../tasks/task-context.ts";
import { fetchObject, isDescribedAt } from "./fetch-object.ts";
import type { BackupPlace, StoredBackup, StoredFile } from "./stored-backup.ts";

/** Opens a backup of plain files and zips: as its manifest lists them, or as stored if it has none of ours. @throws Refused */
export async function backupInFiles(
  { at, folder, floorBytes }: Pick<BackupPlace, "at" | "folder" | "floorBytes">,
  context: Pick<TaskContext, "clock" | "signal">,
  work: string,
): Promise<StoredBackup> {
  const prefix = `${at.keyOf(folder)}/`;
  const objects = await at.objects(prefix);
  const manifest = objects.find(({ key }) => key === `${prefix}${manifestName}`);

  const space = spaceGuard({ folder: work, floorBytes });
  const named = async (): Promise<readonly StoredFile[]> => {
    if (manifest === undefined) return [];
    const path = `${work}/${manifestName}`;
    const { key, sizeBytes } = manifest;
    if (sizeBytes > maxManifestBytes)
      throw new Refused("changed", `${manifestName} has ${sizeBytes} bytes, which is too large for a manifest`);
    await fetchObject(context, at, { key, sizeBytes, sha256: null, space }, path);
    const files = filesInManifest(await readFile(path));
    await rm(path, { force: true });
    return files.map(({ name, sizeBytes, sha256 }) => ({ name, sizeBytes, sha256 }));
  };

  const files = await named();
  const lying = objects
    .filter(({ key }) => key !== manifest?.key && !key.endsWith("/"))
    .map(({ key, sizeBytes }) => ({ name: key.slice(prefix.length), sizeBytes, sha256: null }));
  return {
    files: files.length > 0 ? files : lying,
    bring: ({ name, sizeBytes, sha256 }, target, onBytes) =>
      fetchObject(context, at, { key: at.keyOf(folder, name), sizeBytes, sha256, space }, target, onBytes),
    isAt: isDescribedAt,
    close: async () => undefined,
  };
}

import { Refused } from "../../refused.ts";
import type { TaskContext } from "../../tasks/task-context.ts";
import { backupInBlocks } from "./backup-in-blocks.ts";
import { backupInFiles } from "./backup-in-files.ts";
import type { BackupPlace, StoredBackup, StoredFile } from "./stored-backup.ts";

/** Opens a backup. `work` is an existing folder for temporary files. @throws Refused */
export async function openBackup(
  place: BackupPlace,
  context: Pick<TaskContext, "clock" | "signal">,
  work: string,
): Promise<StoredBackup> {
  const { at, folder, snapshot, floorBytes, isProof = false } = place;
  const backup =
    snapshot === undefined
      ? await backupInFiles({ at, folder, floorBytes }, context, work)
      : await backupInBlocks({ at, folder, snapshot, isProof }, context);
  refuseOutside(backup.files);
  return backup;
}

/** Checks names from a store, which others may have written to. @throws Refused if a name leads out of the target folder */
export function refuseOutside(files: readonly Pick<StoredFile, "name">[]): void {
  const outside = files.find(({ name }) => !isBelow(name));
  if (outside !== undefined) throw new Refused("changed", "the backup contains a file outside of its folder");
}

function isBelow(name: string): boolean {
  return name
    .split("/")
    .every((part) => part !== "" && part !== "." && part !== ".." && !part.includes("\\") && !part.includes("\0"));
}

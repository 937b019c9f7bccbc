import { chmod, rename, rm } from "node:fs/promises";
import type { StoredSnapshot } from "#shared/agent/protocol/tasks/backup-tasks.ts";
import { UnreadableObject } from "#shared/blocks/sealed-object.ts";
import { openSnapshot } from "#shared/blocks/snapshots.ts";
import { fileIdOf } from "../../blocks/file-id.ts";
import { fileRestorer } from "../../blocks/restore/file-restorer.ts";
import { setIn } from "../../blocks/set-at.ts";
import { systemPath } from "../../disk/undecoded-names.ts";
import { Refused } from "../../refused.ts";
import type { TaskContext } from "../../tasks/task-context.ts";
import type { BackupPlace, StoredBackup } from "./stored-backup.ts";

/** Store features that reading doesn't need. */
const features = { conditionalPut: false, checksums: false, deletes: false };

/** Opens a block-based snapshot. Checks the ID of each block when it arrives. @throws Refused */
export async function backupInBlocks(
  { at, folder, snapshot, isProof = false }: Omit<BackupPlace, "floorBytes"> & { readonly snapshot: StoredSnapshot },
  context: Pick<TaskContext, "clock" | "signal">,
): Promise<StoredBackup> {
  const { signal } = context;
  const { set, name, keys: given } = snapshot;
  const store = setIn(at, { folder: at.keyOf(folder), features }, context);
  const keys = new Map(given.map(({ id, encryptionKey }) => [id, Buffer.from(encryptionKey, "base64")]));
  const { files } = await readable(() => openSnapshot({ store, set, keys }, name));
  const restorer = fileRestorer({ store, set, keys, signal, isProof });
  const byPath = new Map(files.map((file) => [file.path, file]));
  return {
    files: files.map(({ path, sizeBytes }) => ({ name: path, sizeBytes, sha256: null })),
    async bring({ name: path }, target, onBytes) {
      const file = byPath.get(path);
      if (file === undefined) throw new Refused("not-found", `${path} is not in this snapshot`);
      // A file left by an interrupted run may be complete except for its permissions.
      const whole = `${target}.whole`;
      await rm(systemPath(whole), { force: true });
      await readable(() => restorer.restore({ file, target: whole, onProgress: onBytes }));
      await chmod(systemPath(whole), 0o664);
      await rename(systemPath(whole), systemPath(target));
    },
    isAt: async ({ name: path }, there) => byPath.get(path)?.id === (await fileIdOf(there, signal)),
    close: () => restorer.close(),
  };
}

/** @throws Refused if stored data differs from what was sealed */
async function readable<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (thrown) {
    if (!(thrown instanceof UnreadableObject)) throw thrown;
    throw new Refused("changed", `the backup is damaged: ${thrown.message}`, { cause: thrown });
  }
}

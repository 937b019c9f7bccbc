import { chmod, chown, lstat, mkdir } from "node:fs/promises";
import { dirname } from "node:path";
import { checkWriteAccess } from "./write-access.ts";

/**
 * Creates a folder and the missing folders above it. With `mode`, they have this mode regardless of the account's umask, and the group of
 * the folder that they are in: FileMaker Server, which has its own account, can then write to them too. For a read-only disk, Node reports a
 * missing folder (nodejs/node#47098); this reports the true reason.
 */
export async function makeFolder(folder: string, mode?: number): Promise<void> {
  let first: string | undefined;
  try {
    first = await mkdir(folder, { recursive: true, ...(mode !== undefined && { mode }) });
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === "ENOENT") await checkWriteAccess([folder]);
    throw thrown;
  }
  if (first === undefined || mode === undefined || process.platform === "win32") return;
  const created = [folder];
  while (created[0] !== first && created[0] !== dirname(created[0] as string))
    created.unshift(dirname(created[0] as string));
  for (const path of created) {
    // An account can only give a group that it is in.
    const { gid } = await lstat(dirname(path));
    await chown(path, -1, gid).catch((thrown: NodeJS.ErrnoException) => {
      if (thrown.code !== "EPERM") throw thrown;
    });
    await chmod(path, mode);
  }
}

import { chmod, chown, lstat, open, readdir, rename, rm, rmdir } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { makeFolder } from "../disk/make-folder.ts";
import { found } from "../disk/on-disk.ts";
import { syncFolder } from "../disk/sync-folder.ts";
import { Refused } from "../refused.ts";

/** File that replaces another one or is new. All three paths are on one disk. */
export interface Swap {
  /** New file. */
  readonly draft: string;
  readonly target: string;
  /** Path of the replaced file until it is no longer needed. */
  readonly kept: string;
}

/** Returns the folders in which a swap creates and renames files. */
export function writtenFolders({ draft, target, kept }: Swap): readonly string[] {
  return [draft, target, kept].map((path) => dirname(path));
}

/** Folder below a hosting folder, deeper than the server looks: deleted together with what the agent's tasks keep there. */
const workDirectoryName = ".latchkey-work";

/** Returns the folder of one file of one task, on the disk of its root. */
export function workFolder(root: string, process: number, index: number): string {
  return join(root, workDirectoryName, String(process), String(index));
}

/** Makes a draft durable, with the permissions of the file that it replaces. */
export async function finishDraft(draft: string, model: string): Promise<void> {
  const { mode, uid, gid } = await lstat(model);
  await chmod(draft, mode & 0o777);
  // Only a privileged account can change a file's owner; the mode includes the group's permissions.
  await chown(draft, uid, gid).catch((thrown: NodeJS.ErrnoException) => {
    if (thrown.code !== "EPERM") throw thrown;
  });
  const handle = await open(draft, "r+");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Moves the draft into place. Can be repeated after an interruption. */
export async function swapIn({ draft, target, kept }: Swap): Promise<void> {
  await makeFolder(dirname(kept), 0o775);
  await makeFolder(dirname(target), 0o775);
  if ((await found(draft)) !== undefined) {
    if ((await found(target)) !== undefined) {
      await refuseOver(kept, target);
      await rename(target, kept);
    }
    await syncFolder(dirname(kept));
    await rename(draft, target);
  }
  await syncFolder(dirname(target));
}

/** Restores the replaced file, no matter how far the swap got. */
export async function swapBack({ draft, target, kept }: Swap): Promise<void> {
  if ((await found(draft)) === undefined && (await found(target)) !== undefined) await rename(target, draft);
  if ((await found(kept)) !== undefined) {
    await refuseOver(target, kept);
    await rename(kept, target);
  }
  if ((await found(dirname(target))) !== undefined) await syncFolder(dirname(target));
}

/** Another file has been created in this place since: both are kept, and an administrator must choose. @throws Refused */
async function refuseOver(path: string, what: string): Promise<void> {
  if ((await found(path)) !== undefined)
    throw new Refused("in-use", `another program created ${basename(what)} meanwhile`);
}

/** Deletes the empty folders of a task below a root. What could not be restored stays. */
export async function pruneWork(root: string, process: number): Promise<void> {
  await rmEmptyBelow(join(root, workDirectoryName, String(process)));
  await rmEmpty(join(root, workDirectoryName));
}

/** Deletes everything that a task has below a root: the replaced files are no longer needed. */
export async function clearWork(root: string, process: number): Promise<void> {
  await rm(join(root, workDirectoryName, String(process)), { recursive: true, force: true });
  await rmEmpty(join(root, workDirectoryName));
}

async function rmEmptyBelow(folder: string): Promise<void> {
  const there = await found(folder);
  if (there === undefined) return;
  for (const entry of await readdir(folder, { withFileTypes: true }))
    if (entry.isDirectory()) await rmEmptyBelow(join(folder, entry.name));
  await rmEmpty(folder);
}

async function rmEmpty(folder: string): Promise<void> {
  await rmdir(folder).catch((thrown: NodeJS.ErrnoException) => {
    // It isn't empty, or was never created.
    if (!["ENOTEMPTY", "EEXIST", "ENOENT"].includes(thrown.code ?? "")) throw thrown;
  });
}

import { chmod, chown, lstat, mkdir, open, readdir, rename, rm, rmdir } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { found } from "../disk/on-disk.ts";
import { syncFolder } from "../disk/sync-folder.ts";
import { Refused } from "../refused.ts";

/** A file that takes the place of another, or an empty place. All three are on one disk. */
export interface Swap {
  /** The new file. */
  readonly draft: string;
  readonly target: string;
  /** Where what was in the place is kept until it is no longer needed. */
  readonly kept: string;
}

/** Below a hosting folder, deeper than the server looks: what works of the agent keep there goes with them. */
const workDirectoryName = ".latchkey-work";

/** The folder of one file of one work, on the disk of its root. */
export function workFolder(root: string, process: number, index: number): string {
  return join(root, workDirectoryName, String(process), String(index));
}

/** Makes a draft as lasting and as accessible as the file that it stands for. */
export async function finishDraft(draft: string, model: string): Promise<void> {
  const { mode, uid, gid } = await lstat(model);
  await chmod(draft, mode & 0o777);
  // Only a privileged account gives files away; the group's right is in the mode.
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

/** Puts the draft in its place. Broken off anywhere, it goes on from there. */
export async function swapIn({ draft, target, kept }: Swap): Promise<void> {
  await mkdir(dirname(kept), { recursive: true });
  await mkdir(dirname(target), { recursive: true, mode: 0o775 });
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

/** Puts back what was in the place, however far the draft has come. */
export async function swapBack({ draft, target, kept }: Swap): Promise<void> {
  if ((await found(draft)) === undefined && (await found(target)) !== undefined) await rename(target, draft);
  if ((await found(kept)) !== undefined) {
    await refuseOver(target, kept);
    await rename(kept, target);
  }
  if ((await found(dirname(target))) !== undefined) await syncFolder(dirname(target));
}

/** Another file has been put in this place since: both are kept, and an administrator has to choose. @throws Refused */
async function refuseOver(path: string, what: string): Promise<void> {
  if ((await found(path)) !== undefined)
    throw new Refused("in-use", `${basename(what)} was put there by another program meanwhile`);
}

/** Takes away the empty folders of a task below a root. What could not be put back stays. */
export async function pruneWork(root: string, process: number): Promise<void> {
  await rmEmptyBelow(join(root, workDirectoryName, String(process)));
  await rmEmpty(join(root, workDirectoryName));
}

/** Takes away everything that a task has below a root: what was there before is no longer needed. */
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
    // Something is left in it, or it was never made.
    if (!["ENOTEMPTY", "EEXIST", "ENOENT"].includes(thrown.code ?? "")) throw thrown;
  });
}

import { copyFile, open, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { copyFolder } from "../disk/copy-folder.ts";
import { makeFolder } from "../disk/make-folder.ts";
import { filesBelow, found } from "../disk/on-disk.ts";
import { syncFolder } from "../disk/sync-folder.ts";
import { systemPath } from "../disk/undecoded-names.ts";

/** Moves a file or folder. Can be repeated after an interruption: at every moment, one of the two places has all of it. */
export async function moveTo(from: string, to: string): Promise<void> {
  // Left by an interrupted move from here or there: the other place has all of it.
  for (const path of [from, to]) await rm(deletionPathOf(path), { recursive: true, force: true });
  if ((await found(from)) === undefined) return;
  await makeFolder(dirname(to), 0o775);
  try {
    await rename(from, to);
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code !== "EXDEV") throw thrown;
    await moveAcross(from, to);
  }
  await syncFolder(dirname(to));
  if ((await found(dirname(from))) !== undefined) await syncFolder(dirname(from));
}

/** Moves to another disk. Removes the old place in one step: after an interruption, a part of it would look complete. */
export async function moveAcross(from: string, to: string): Promise<void> {
  await copyTo(from, to);
  await rename(from, deletionPathOf(from));
  await syncFolder(dirname(from));
  await rm(deletionPathOf(from), { recursive: true });
}

/** Returns the name of a file or folder while it is deleted after its move. */
function deletionPathOf(path: string): string {
  return join(dirname(path), `.${basename(path)}.moved`);
}

/** Copies a file or folder; the copy appears once it is complete. */
export async function copyTo(from: string, to: string): Promise<void> {
  const draft = join(dirname(to), `.${basename(to)}.part`);
  await makeFolder(dirname(to), 0o775);
  await rm(draft, { recursive: true, force: true });
  if ((await found(from))?.isDirectory() === true) {
    await copyFolder(from, draft);
    for (const way of await filesBelow(draft)) await syncFile(join(draft, way));
    await rm(to, { recursive: true, force: true });
  } else {
    await copyFile(from, draft);
    await syncFile(draft);
  }
  await rename(draft, to);
  await syncFolder(dirname(to));
}

async function syncFile(path: string): Promise<void> {
  // Windows only syncs writable files; elsewhere, copies may be read-only.
  const handle = await open(systemPath(path), process.platform === "win32" ? "r+" : "r");
  await handle.sync().finally(() => handle.close());
}

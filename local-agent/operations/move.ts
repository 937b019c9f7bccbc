import { copyFile, mkdir, open, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { copyFolder } from "../disk/copy-folder.ts";
import { filesBelow, found } from "../disk/on-disk.ts";
import { syncFolder } from "../disk/sync-folder.ts";
import { systemPath } from "../disk/undecoded-names.ts";

/** Moves a file or folder. Broken off anywhere, it goes on from there: whole in one of the two places at every moment. */
export async function moveTo(from: string, to: string): Promise<void> {
  // Of a move from here or there that was broken off: what it holds is whole at the other place.
  for (const path of [from, to]) await rm(deletionPathOf(path), { recursive: true, force: true });
  if ((await found(from)) === undefined) return;
  await mkdir(dirname(to), { recursive: true, mode: 0o775 });
  try {
    await rename(from, to);
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code !== "EXDEV") throw thrown;
    await moveAcross(from, to);
  }
  await syncFolder(dirname(to));
  if ((await found(dirname(from))) !== undefined) await syncFolder(dirname(from));
}

/** To another disk. The old place is given up in one moment: a half of it would be taken for the whole after a break. */
export async function moveAcross(from: string, to: string): Promise<void> {
  await copyTo(from, to);
  await rename(from, deletionPathOf(from));
  await syncFolder(dirname(from));
  await rm(deletionPathOf(from), { recursive: true });
}

/** What a file or folder is called while it is deleted after its move. */
function deletionPathOf(path: string): string {
  return join(dirname(path), `.${basename(path)}.moved`);
}

/** Copies a file or folder; what is at the new place is whole, or is not there. */
export async function copyTo(from: string, to: string): Promise<void> {
  const draft = join(dirname(to), `.${basename(to)}.part`);
  await mkdir(dirname(to), { recursive: true, mode: 0o775 });
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
  // Windows syncs only what may be written, and elsewhere what is copied may be for reading only.
  const handle = await open(systemPath(path), process.platform === "win32" ? "r+" : "r");
  await handle.sync().finally(() => handle.close());
}

import { copyFile, cp, mkdir, open, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { found, syncFolder } from "../archive/on-disk.ts";

/** Moves a file or folder. Broken off anywhere, it goes on from there: whole in one of the two places at every moment. */
export async function moveTo(from: string, to: string): Promise<void> {
  if ((await found(from)) === undefined) return;
  await mkdir(dirname(to), { recursive: true, mode: 0o775 });
  try {
    await rename(from, to);
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code !== "EXDEV") throw thrown;
    await copyTo(from, to);
    await rm(from, { recursive: true });
  }
  await syncFolder(dirname(to));
  if ((await found(dirname(from))) !== undefined) await syncFolder(dirname(from));
}

/** Copies a file or folder; what is at the new place is whole, or is not there. */
export async function copyTo(from: string, to: string): Promise<void> {
  const draft = join(dirname(to), `.${basename(to)}.part`);
  await mkdir(dirname(to), { recursive: true, mode: 0o775 });
  await rm(draft, { recursive: true, force: true });
  if ((await found(from))?.isDirectory() === true) {
    await cp(from, draft, { recursive: true, errorOnExist: true, verbatimSymlinks: true });
    await rm(to, { recursive: true, force: true });
  } else {
    await copyFile(from, draft);
    const handle = await open(draft, "r+");
    await handle.sync().finally(() => handle.close());
  }
  await rename(draft, to);
  await syncFolder(dirname(to));
}

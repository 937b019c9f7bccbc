import { constants } from "node:fs";
import { copyFile, rm } from "node:fs/promises";
import { basename } from "node:path";
import { found } from "../disk/on-disk.ts";
import { Refused } from "../refused.ts";

/** Copies a closed file. Never returns a copy of a file that was opened or replaced in the meantime. @throws Refused in-use */
export async function copyClosed(from: string, to: string): Promise<void> {
  const before = await found(from);
  if (before === undefined) throw new Refused("not-found", `${basename(from)} not found`);
  if (!before.isFile()) throw new Refused("wrong-kind", `${basename(from)} is not a file`);
  // Shares the bytes if the disk supports it.
  await copyFile(from, to, constants.COPYFILE_FICLONE);
  const after = await found(from);
  if (after?.ino === before.ino && after.size === before.size && after.mtimeMs === before.mtimeMs) return;
  await rm(to, { force: true });
  throw new Refused("in-use", `${basename(from)} was opened while it was being copied`);
}

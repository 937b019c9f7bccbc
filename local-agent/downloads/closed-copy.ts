import { constants } from "node:fs";
import { copyFile, rm } from "node:fs/promises";
import { basename } from "node:path";
import { found } from "../disk/on-disk.ts";
import { Refused } from "../refused.ts";

/** Copies a closed file. One that was opened or replaced meanwhile is never taken for whole. @throws Refused in-use */
export async function copyClosed(from: string, to: string): Promise<void> {
  const before = await found(from);
  if (before === undefined) throw new Refused("not-found", `${basename(from)} is not there`);
  if (!before.isFile()) throw new Refused("wrong-kind", `${basename(from)} is no file`);
  // Where the disk can, without a second set of bytes.
  await copyFile(from, to, constants.COPYFILE_FICLONE);
  const after = await found(from);
  if (after?.ino === before.ino && after.size === before.size && after.mtimeMs === before.mtimeMs) return;
  await rm(to, { force: true });
  throw new Refused("in-use", `${basename(from)} was opened while it was copied`);
}

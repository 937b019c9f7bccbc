import { realpath } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { foldedDatabaseName } from "#shared/contract/values/database-name.ts";
import { found } from "../../disk/on-disk.ts";
import { Refused } from "../../refused.ts";
import type { FileServer, ServerFile } from "../../server/file-server.ts";
import type { Swap } from "../swap.ts";

/** What distinguishes a file from the same file after a write to it. Null where there is none. */
export async function markOf(path: string): Promise<string | null> {
  const stats = await found(path);
  return stats === undefined ? null : `${stats.ino} ${stats.size} ${stats.mtimeMs}`;
}

interface UnchangedOptions {
  /** The source's mark once its draft was made: a tool may write into its source's head. Null where an earlier version of the agent made it. */
  readonly mark: string | null | undefined;
  readonly force: boolean;
  readonly files: FileServer["files"];
}

interface Swapped extends Swap {
  readonly source: string;
  readonly hostedAs: string | null;
  readonly isInPlace: boolean;
}

/**
 * A tool may take hours, and people act meanwhile: what they did to the source would be lost with it, and a file that the server has open
 * must not be replaced. A swap that was begun is not looked at again. @throws Refused in-use
 */
export async function checkUnchanged(swap: Swapped, { mark, force, files }: UnchangedOptions): Promise<void> {
  const { source, target, draft, kept, hostedAs, isInPlace } = swap;
  if ((await found(draft)) === undefined || (await found(kept)) !== undefined) return;
  const open = (await files()).filter((file) => file.isOpen);
  if (hostedAs !== null && (await isAmong(open, source)))
    throw new Refused("in-use", `${hostedAs} was opened meanwhile`);
  if (mark !== null && mark !== undefined && mark !== (await markOf(source)))
    throw new Refused("in-use", `${basename(source)} was changed meanwhile`);
  if (isInPlace || (await found(target)) === undefined) return;
  if (await isAmong(open, target)) throw new Refused("in-use", `${basename(target)} is there already, and open`);
  if (!force) throw new Refused("in-use", `${basename(target)} is there already`);
}

/** Whether the file at this address, with no link in it, is one of these. */
async function isAmong(files: readonly ServerFile[], path: string): Promise<boolean> {
  const name = foldedDatabaseName(basename(path));
  for (const { filename, folder } of files)
    if (foldedDatabaseName(filename) === name && (await realpath(folder)) === dirname(path)) return true;
  return false;
}

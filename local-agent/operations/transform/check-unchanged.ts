import { realpath } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { normalizedDatabaseName } from "#shared/contract/values/database-name.ts";
import { found } from "../../disk/on-disk.ts";
import { Refused } from "../../refused.ts";
import type { FileServer, ServerFile } from "../../server/file-server.ts";
import type { Swap } from "../swap.ts";

/** Returns a value that changes with every write to a file. Null if the file doesn't exist. */
export async function markOf(path: string): Promise<string | null> {
  const stats = await found(path);
  return stats === undefined ? null : `${stats.ino} ${stats.size} ${stats.mtimeMs}`;
}

interface UnchangedOptions {
  /**
   * Mark of the source after its draft was created: a tool may write into the source's header. Null if an earlier version of the agent
   * created it.
   */
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
 * Checks that a source hasn't changed. A tool can run for hours, and changes that users make in the meantime would be lost. A file that
 * FileMaker Server has open must not be replaced either. Doesn't check a swap again after it has begun.
 * @throws Refused in-use
 */
export async function checkUnchanged(swap: Swapped, { mark, force, files }: UnchangedOptions): Promise<void> {
  const { source, target, draft, kept, hostedAs, isInPlace } = swap;
  if ((await found(draft)) === undefined || (await found(kept)) !== undefined) return;
  const open = (await files()).filter((file) => file.isOpen);
  if (hostedAs !== null && (await isAmong(open, source)))
    throw new Refused("in-use", `${hostedAs} was opened meanwhile`);
  if (mark !== null && mark !== undefined && mark !== (await markOf(source)))
    throw new Refused("in-use", `${basename(source)} changed meanwhile`);
  if (isInPlace || (await found(target)) === undefined) return;
  if (await isAmong(open, target)) throw new Refused("in-use", `${basename(target)} already exists and is open`);
  if (!force) throw new Refused("in-use", `${basename(target)} already exists`);
}

/** True if the file at this path (without links) is one of these. */
async function isAmong(files: readonly ServerFile[], path: string): Promise<boolean> {
  const name = normalizedDatabaseName(basename(path));
  for (const { filename, folder } of files)
    if (normalizedDatabaseName(filename) === name && (await realpath(folder)) === dirname(path)) return true;
  return false;
}

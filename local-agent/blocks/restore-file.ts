import { createHash } from "node:crypto";
import { type FileHandle, open, rename, rm } from "node:fs/promises";
import { blockBytes, type ListedBlock } from "#shared/blocks/block-list.ts";
import { contentReader, type Wanted } from "#shared/blocks/content-reader.ts";
import { type DataKeys, UnreadableObject } from "#shared/blocks/sealed-object.ts";
import type { SetStore } from "#shared/blocks/set-store.ts";
import type { SnapshotFile } from "#shared/blocks/snapshot.ts";
import { found } from "../disk/on-disk.ts";
import { systemPath } from "../disk/undecoded-names.ts";
import { mapConcurrently } from "../downloads/map-concurrently.ts";
import { Refused } from "../refused.ts";

interface RestoreFileOptions {
  readonly store: Pick<SetStore, "get" | "getRange" | "list">;
  readonly set: string;
  readonly keys: DataKeys;
  readonly file: SnapshotFile;
  /** Where the file comes. Its folder is there; nothing is there under its name. */
  readonly target: string;
  readonly onProgress: (bytes: number) => void;
  readonly signal: AbortSignal;
}

/** Calls that bring bytes at a time: each has a few megabytes in memory. */
const atOnce = 4;
const listsAtOnce = 16;
/** As many as one call of the system takes on every system. */
const mostPieces = 16;

interface WantedBlock extends Wanted {
  /** Where it stands in the file. */
  readonly position: number;
}

/**
 * Restores a file of a snapshot, bit for bit: each block is compared with its id, and the file with its own. It comes under its name when it is
 * whole and on the disk; until then it lies beside, with `.part` behind its name, which a later attempt writes over.
 * @throws Refused, UnreadableObject, and what the store throws
 */
export async function restoreFile(options: RestoreFileOptions): Promise<void> {
  const { store, set, keys, file, target, onProgress, signal } = options;
  if ((await found(target)) !== undefined) throw new Refused("exists", `${target} is there already`);
  const reader = contentReader({ store, set, keys });
  const draft = `${target}.part`;
  await rm(systemPath(draft), { force: true });
  const handle = await open(systemPath(draft), "wx", 0o600);
  try {
    const id = createHash("sha256");
    // Blocks of zeros, which are stored nowhere, are there from the beginning.
    await handle.truncate(file.sizeBytes);
    let blocksBefore = 0;
    for (let at = 0; at < file.lists.length; at += listsAtOnce)
      for (const blocks of await reader.lists(file.lists.slice(at, at + listsAtOnce))) {
        for (const block of blocks) id.update(block.id);
        await restoreBlocks(blocks, blocksBefore * blockBytes, handle);
        blocksBefore += blocks.length;
      }
    if (id.digest("hex") !== file.id || blocksBefore !== Math.ceil(file.sizeBytes / blockBytes))
      throw new UnreadableObject(`the lists of ${file.path} are not those of the file`);
    await handle.utimes(new Date(file.modifiedAt), new Date(file.modifiedAt));
    await handle.sync();
    await handle.close();
    await rename(systemPath(draft), systemPath(target));
  } catch (thrown) {
    await handle.close().catch(() => undefined);
    await rm(systemPath(draft), { force: true });
    throw thrown;
  }

  async function restoreBlocks(blocks: readonly ListedBlock[], from: number, to: FileHandle): Promise<void> {
    const wanted: WantedBlock[] = [];
    for (const [index, { id, place, sizeBytes }] of blocks.entries()) {
      if (place === null) onProgress(sizeBytes);
      else wanted.push({ id, place, position: from + index * blockBytes });
    }
    await mapConcurrently(atOnce, await reader.fetches(wanted), async (fetch) => {
      signal.throwIfAborted();
      const contents = await reader.contents(fetch);
      const placed = fetch.items.map(({ position }, index) => ({ position, content: contents[index] as Buffer }));
      for (const { position, pieces } of neighbours(placed)) {
        const { bytesWritten } = await to.writev(pieces, position);
        if (bytesWritten !== lengthOf(pieces)) throw new Refused("no-space", "the disk took less than was written");
        onProgress(bytesWritten);
      }
    });
  }
}

interface PlacedContent {
  /** Where it stands in the file. */
  readonly position: number;
  readonly content: Buffer;
}

/** Contents that stand side by side in the file, to be written with one call: a call for each costs more than its bytes. */
function neighbours(
  contents: readonly PlacedContent[],
): readonly { readonly position: number; readonly pieces: Buffer[] }[] {
  const runs: { readonly position: number; readonly pieces: Buffer[]; end: number }[] = [];
  for (const { position, content } of contents) {
    const last = runs.at(-1);
    if (last?.end === position && last.pieces.length < mostPieces) {
      last.pieces.push(content);
      last.end += content.length;
    } else runs.push({ position, pieces: [content], end: position + content.length });
  }
  return runs;
}

function lengthOf(pieces: readonly Buffer[]): number {
  return pieces.reduce((sum, { length }) => sum + length, 0);
}

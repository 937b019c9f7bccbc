import { createHash } from "node:crypto";
import { open, rename, rm } from "node:fs/promises";
import { blockBytes } from "#shared/blocks/block-list.ts";
import { contentReader, type Fetch, fetchMemoryBytes, type Wanted } from "#shared/blocks/content-reader.ts";
import { type DataKeys, UnreadableObject } from "#shared/blocks/sealed-object.ts";
import type { SetStore } from "#shared/blocks/set-store.ts";
import type { SnapshotFile } from "#shared/blocks/snapshot.ts";
import { buffersCollected } from "#shared/node/heap.ts";
import { found } from "../disk/on-disk.ts";
import { systemPath } from "../disk/undecoded-names.ts";
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
/** Half a gigabyte of the file: so many blocks are known at a time. */
const listsAtOnce = 4;
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
  const collected = buffersCollected();
  const draft = `${target}.part`;
  await rm(systemPath(draft), { force: true });
  const handle = await open(systemPath(draft), "wx", 0o600);
  try {
    // Blocks of zeros, which are stored nowhere, are there from the beginning.
    await handle.truncate(file.sizeBytes);
    const fetches = fetchesOf(options, reader);
    const ends = await Promise.allSettled(Array.from({ length: atOnce }, () => bring(fetches)));
    for (const end of ends) if (end.status === "rejected") throw end.reason;
    await handle.utimes(new Date(file.modifiedAt), new Date(file.modifiedAt));
    await handle.sync();
    await handle.close();
    await rename(systemPath(draft), systemPath(target));
  } catch (thrown) {
    await handle.close().catch(() => undefined);
    await rm(systemPath(draft), { force: true });
    throw thrown;
  }

  /** Brings what these calls fetch, until there are no more. What goes wrong ends them for the others too. */
  async function bring(fetches: AsyncGenerator<Fetch<WantedBlock>>): Promise<void> {
    let memory: Buffer | undefined;
    for await (const fetch of fetches) {
      signal.throwIfAborted();
      // As many megabytes made anew for each call cost more than hashing them.
      if (fetch.items.length > mostPieces) memory ??= Buffer.allocUnsafeSlow(fetchMemoryBytes);
      let writing: Promise<void> = Promise.resolve();
      for (const run of neighbours(await reader.contents(fetch, memory))) {
        // One run is written while the next one is opened.
        await writing;
        writing = written(run);
        writing.catch(() => undefined);
      }
      await writing;
    }
  }

  async function written({ position, pieces }: Run): Promise<void> {
    const { bytesWritten } = await handle.writev(pieces, position);
    if (bytesWritten !== lengthOf(pieces)) throw new Refused("no-space", "the disk took less than was written");
    onProgress(bytesWritten);
    // What has arrived, as the socket and as HTTP has it, and what it was opened into.
    collected(3 * bytesWritten);
  }
}

/** The calls that bring a file, once its lists were compared with it. @throws UnreadableObject */
async function* fetchesOf(
  { file, onProgress }: RestoreFileOptions,
  reader: ReturnType<typeof contentReader>,
): AsyncGenerator<Fetch<WantedBlock>> {
  const id = createHash("sha256");
  let position = 0;
  for (let at = 0; at < file.lists.length; at += listsAtOnce)
    for (const blocks of await reader.lists(file.lists.slice(at, at + listsAtOnce))) {
      const wanted: WantedBlock[] = [];
      for (const block of blocks) {
        id.update(block.id);
        if (block.place === null) onProgress(block.sizeBytes);
        else wanted.push({ id: block.id, place: block.place, position });
        position += blockBytes;
      }
      yield* await reader.fetches(wanted);
    }
  if (id.digest("hex") !== file.id || position !== Math.ceil(file.sizeBytes / blockBytes) * blockBytes)
    throw new UnreadableObject(`the lists of ${file.path} are not those of the file`);
}

/** Contents that stand side by side in the file, to be written with one call: a call for each costs more than its bytes. */
interface Run {
  /** Where it stands in the file. */
  readonly position: number;
  readonly pieces: Buffer[];
}

function* neighbours(contents: Iterable<readonly [WantedBlock, Buffer]>): Generator<Run> {
  let run: Run | undefined;
  let end = 0;
  for (const [{ position }, content] of contents) {
    if (run !== undefined && (end !== position || run.pieces.length === mostPieces)) {
      yield run;
      run = undefined;
    }
    run ??= { position, pieces: [] };
    run.pieces.push(content);
    end = position + content.length;
  }
  if (run !== undefined) yield run;
}

function lengthOf(pieces: readonly Buffer[]): number {
  return pieces.reduce((sum, { length }) => sum + length, 0);
}

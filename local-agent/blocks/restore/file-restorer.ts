import { createHash } from "node:crypto";
import { type FileHandle, open, rename, rm } from "node:fs/promises";
import { blockBytes } from "#shared/blocks/block-list.ts";
import { contentReader, type Fetch } from "#shared/blocks/content-reader.ts";
import { packBytes } from "#shared/blocks/pack.ts";
import { type DataKeys, UnreadableObject } from "#shared/blocks/sealed-object.ts";
import type { SetStore } from "#shared/blocks/set-store.ts";
import type { SnapshotFile } from "#shared/blocks/snapshot.ts";
import { found } from "../../disk/on-disk.ts";
import { systemPath } from "../../disk/undecoded-names.ts";
import { Refused } from "../../refused.ts";
import { type WorkThread, workThread } from "../../thread/work-thread.ts";
import { fetchMemory, within } from "./fetch-memory.ts";
import { syncedMeanwhile } from "./synced-meanwhile.ts";
import { type WantedBlock, writeBlocks } from "./write-blocks.ts";
import { writeRequest } from "./write-request.ts";

interface FileRestorerOptions {
  readonly store: Pick<SetStore, "get" | "getRange" | "list">;
  readonly set: string;
  readonly keys: DataKeys;
  readonly signal: AbortSignal;
  /** Whether the SHA-256 of each block is computed again, even where its tag proves that it is what was sealed: for proof that this was right. */
  readonly isProof?: boolean;
}

interface RestoredFile {
  readonly file: SnapshotFile;
  /** Where the file comes. Its folder is there; nothing is there under its name. */
  readonly target: string;
  readonly onProgress: (bytes: number) => void;
}

/** Restores files of snapshots of one set. */
export interface FileRestorer {
  /**
   * Restores a file bit for bit: each block is proved to have its id, and the file's list to be that of the file. It comes under its name when it is whole and on the
   * disk; until then it lies beside, with `.part` behind its name, which a later attempt writes over.
   * @throws Refused, UnreadableObject, and what the store throws
   */
  restore(wanted: RestoredFile): Promise<void>;
  /** Ends its thread, and gives its memory back. */
  close(): Promise<void>;
}

/** Calls that bring bytes at a time: each has a few megabytes in memory. */
const atOnce = 4;
/** Half a gigabyte of the file: so many blocks are known at a time. */
const listsAtOnce = 4;
/** Starting a thread costs as much as opening and writing so many bytes. */
const leastForThread = packBytes;

export function fileRestorer({ store, set, keys, signal, isProof = false }: FileRestorerOptions): FileRestorer {
  const reader = contentReader({ store, set, keys, trustsTags: !isProof });
  const memory = fetchMemory(atOnce);
  let thread: WorkThread | undefined;

  /** Brings what a call fetches, and writes it: here, or for larger files in a thread, while this one goes on with the network. */
  const bring = (fetch: Fetch<WantedBlock>, handle: FileHandle, isLarge: boolean): Promise<number> =>
    memory.lend(async (space) => {
      const sealed = await reader.sealed(fetch, space);
      if (!isLarge)
        return writeBlocks(sealed, async (pieces, position) => (await handle.writev(pieces, position)).bytesWritten);
      thread ??= workThread();
      return thread.ask({
        write: writeRequest(sealed, { descriptor: handle.fd, bytes: within(space, sealed.bytes) }),
      });
    });

  return {
    async restore({ file, target, onProgress }) {
      if ((await found(target)) !== undefined) throw new Refused("exists", `${target} is there already`);
      const draft = `${target}.part`;
      await rm(systemPath(draft), { force: true });
      const handle = await open(systemPath(draft), "wx", 0o600);
      try {
        // Blocks of zeros, which are stored nowhere, are there from the beginning.
        await handle.truncate(file.sizeBytes);
        const synced = syncedMeanwhile(handle);
        const fetches = fetchesOf(file, reader, onProgress);
        const isLarge = file.sizeBytes > leastForThread;
        const bringSome = async () => {
          // What goes wrong ends the calls of the others too.
          for await (const fetch of fetches) {
            signal.throwIfAborted();
            const bytes = await bring(fetch, handle, isLarge);
            onProgress(bytes);
            synced.written(bytes);
          }
        };
        const ends = await Promise.allSettled(Array.from({ length: atOnce }, bringSome));
        await synced.settled();
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
    },

    async close() {
      await thread?.close();
      await memory.giveBack();
    },
  };
}

/** Restores files in a piece of work, at whose end nothing of it is left. */
export async function withFileRestorer<T>(
  options: FileRestorerOptions,
  work: (restore: FileRestorer["restore"]) => Promise<T>,
): Promise<T> {
  const { restore, close } = fileRestorer(options);
  try {
    return await work(restore);
  } finally {
    await close();
  }
}

/** The calls that bring a file, once its lists were compared with it. @throws UnreadableObject */
async function* fetchesOf(
  file: SnapshotFile,
  reader: ReturnType<typeof contentReader>,
  onProgress: RestoredFile["onProgress"],
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

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
  /** True to compute the SHA-256 of each block again, even if its tag proves that it is what was sealed: to verify what was sealed. */
  readonly isProof?: boolean;
}

interface RestoredFile {
  readonly file: SnapshotFile;
  /** Target path. Its folder exists; the file doesn't. */
  readonly target: string;
  readonly onProgress: (bytes: number) => void;
}

/** Restores files from snapshots of one set. */
export interface FileRestorer {
  /**
   * Restores a file bit for bit: checks each block's ID, and that the block list belongs to the file. Until the file is complete and on
   * disk, its name ends with `.part`; a later attempt overwrites that.
   * @throws Refused, UnreadableObject, and errors of the store
   */
  restore(wanted: RestoredFile): Promise<void>;
  /** Ends its thread, and releases its memory. */
  close(): Promise<void>;
}

/** Maximum number of concurrent fetches. Each has a few megabytes in memory. */
const atOnce = 4;
/** Block lists held at a time, for half a gigabyte of the file. */
const listsAtOnce = 4;
/** Minimum bytes for using a thread: starting one costs as much as opening and writing that many bytes. */
const leastForThread = packBytes;

export function fileRestorer({ store, set, keys, signal, isProof = false }: FileRestorerOptions): FileRestorer {
  const reader = contentReader({ store, set, keys, trustsTags: !isProof });
  const memory = fetchMemory(atOnce);
  let thread: WorkThread | undefined;

  /** Fetches and writes: here, or for larger files in a thread, while this one continues with the network. */
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
      if ((await found(target)) !== undefined) throw new Refused("exists", `${target} already exists`);
      const draft = `${target}.part`;
      await rm(systemPath(draft), { force: true });
      const handle = await open(systemPath(draft), "wx", 0o600);
      try {
        // Zero blocks aren't stored: this creates them.
        await handle.truncate(file.sizeBytes);
        const synced = syncedMeanwhile(handle);
        const fetches = fetchesOf(file, reader, onProgress);
        const isLarge = file.sizeBytes > leastForThread;
        const bringSome = async () => {
          // An error also cancels the other calls.
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

/** Restores files within `work`, and releases everything at its end. */
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

/** Yields the calls that fetch a file's blocks, then verifies the file's block lists. @throws UnreadableObject */
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
    throw new UnreadableObject(`the block lists of ${file.path} don't match the file`);
}

import { blockBytes, blocksIn, type ListedBlock } from "#shared/blocks/block-list.ts";
import { contentReader } from "#shared/blocks/content-reader.ts";
import { readMoves } from "#shared/blocks/moves.ts";
import { nameAt, type RandomBytes } from "#shared/blocks/object-names.ts";
import { type DataKey, type DataKeys, sealObject } from "#shared/blocks/sealed-object.ts";
import type { SetStore } from "#shared/blocks/set-store.ts";
import { type ListPlace, type Snapshot, type SnapshotFile, snapshotBytes } from "#shared/blocks/snapshot.ts";
import { Refused } from "../refused.ts";
import { damageIn } from "./damage.ts";
import { packSender } from "./pack-sender.ts";
import { type BlockSink, type ListBefore, readBlocks } from "./read-blocks.ts";
import type { SentBlock } from "./sent-blocks.ts";
import type { Marks, SetMemory } from "./set-memory.ts";
import { isSameMark, openSource, type SourceFile } from "./source-files.ts";
import { checkUsable, usablePacks } from "./usable-packs.ts";

/** Size of packs for block lists in bytes. Lists are few and small, so separate packs let neighbors be read with one call. */
const listPackBytes = 4 * 1024 * 1024;
const maxReadings = 3;
/** Milliseconds after checking for marks during which no object can be deleted that wasn't marked then. */
const longestPutMs = 60 * 60_000;

/** Size and cost of a snapshot. */
export interface SnapshotCounts {
  readonly files: number;
  readonly bytes: number;
  /** Number of files that were sent, at least in part. */
  readonly sentFiles: number;
  /** Bytes of packs. */
  readonly sentBytes: number;
}

interface MakeSnapshotOptions {
  readonly store: SetStore;
  readonly set: string;
  readonly keys: DataKeys;
  readonly dataKey: DataKey;
  readonly random: RandomBytes;
  readonly memory: SetMemory;
  readonly files: readonly SourceFile[];
  /** Previous snapshot: what hasn't changed since isn't sent. */
  readonly previous: Snapshot | undefined;
  /** Counter of the newest snapshot so far. */
  readonly counterBefore: number;
  readonly about: Pick<Snapshot, "schedule" | "backup" | "startedAt">;
  readonly now: () => number;
  /** True if objects can be deleted. */
  readonly isDeleting: boolean;
  readonly signal: AbortSignal;
  /** Called with a sentence about each part of the previous snapshot that can't be read. */
  readonly onDamage: (text: string) => void;
  /** Called right before the snapshot takes effect. @throws if another task is now working on this set */
  readonly checkLease: () => Promise<void>;
  readonly onRead: (bytes: number) => void;
  readonly packBytes?: number;
}

/**
 * Makes a snapshot of files: sends blocks that the set doesn't have, then block lists, then the snapshot, which makes it take effect.
 * Interrupted runs leave packs that no snapshot references.
 * @throws Refused for a file that changes every time it is read
 */
export async function makeSnapshot(options: MakeSnapshotOptions) {
  const { store, set, keys, dataKey, random, memory, previous, now, signal, onRead } = options;
  const opened = { store, set, keys };
  const isUsable = await usablePacks(opened);
  const moves = await readMoves(opened);
  const reader = contentReader({ ...opened, moves });
  await memory.prepare();
  const known = await memory.marksOf(previous?.name);
  const sent = await memory.sentBefore(now());
  const notes = await memory.openSent();
  let sentBytes = 0;
  const waiting = new Map<string, SentBlock[]>();
  const sending = { store, set, dataKey, random };
  const packs = packSender({
    ...sending,
    ...(options.packBytes !== undefined && { capacityBytes: options.packBytes }),
    async onSent({ name, bytes }) {
      sentBytes += bytes;
      await notes.note(waiting.get(name) ?? []);
      waiting.delete(name);
    },
  });
  const listPacks = packSender({
    ...sending,
    capacityBytes: Math.min(listPackBytes, options.packBytes ?? listPackBytes),
    async onSent({ bytes }) {
      sentBytes += bytes;
    },
  });

  const usable = (block: ListedBlock): ListedBlock | undefined => {
    if (block.place === null) return block;
    const place = moves.placeOf(block.place);
    return isUsable(place.pack) ? { ...block, place } : undefined;
  };

  const listBefore = async (path: string, [id, from, at, length]: ListPlace): Promise<ListBefore> => {
    const { pack, offset } = moves.placeOf({ pack: from, offset: at });
    const place: ListPlace | undefined = isUsable(pack) ? [id, pack, offset, length] : undefined;
    const kept = await memory.list(id);
    if (kept !== undefined) return { place, blocks: blocksIn(kept).map(usable) };
    try {
      const [blocks = []] = await reader.lists([[id, from, at, length]]);
      return { place, blocks: blocks.map(usable) };
    } catch (thrown) {
      const damage = damageIn(thrown);
      options.onDamage(`${path}: a list of its blocks can't be read, so these blocks are sent again: ${damage}`);
      return { place: undefined, blocks: [] };
    }
  };

  const sinkFor = (number: number, before: SnapshotFile | undefined, onSent: () => void): BlockSink => ({
    async before(list) {
      const place = before?.lists[list];
      return before === undefined || place === undefined ? undefined : listBefore(before.path, place);
    },
    async keep(index, id, content) {
      const there = content.length === blockBytes ? await sent.placeOf(number, index, id) : undefined;
      if (there !== undefined && isUsable(there.pack)) return there;
      const place = await packs.add("block", id, content);
      const noted = waiting.get(place.pack) ?? [];
      noted.push({ file: number, index, id, place });
      waiting.set(place.pack, noted);
      onSent();
      return place;
    },
    async keepList(id, bytes) {
      await memory.keepList(id.toString("hex"), bytes);
      const { pack, offset, length } = await listPacks.add("list", id, bytes);
      return [id.toString("hex"), pack, offset, length];
    },
    onRead,
  });

  const readFile = async (source: SourceFile, number: number) => {
    const { path } = source;
    const before = previous?.files.find((file) => file.path === path);
    const file = await openSource(source);
    try {
      for (let reading = 1; ; reading += 1) {
        const mark = await file.mark();
        if (before?.packs.every(([pack]) => isUsable(pack)) === true && isSameMark(known[path], mark)) {
          onRead(mark.sizeBytes);
          return { file: before, mark, isSent: false };
        }
        let isSent = false;
        let readBytes = 0;
        const sink = sinkFor(number, before, () => {
          isSent = true;
        });
        const counted: BlockSink = {
          ...sink,
          onRead(bytes) {
            readBytes += bytes;
            onRead(bytes);
          },
        };
        try {
          const made = await readBlocks(file, { path, mark, signal }, counted);
          if (isSameMark(mark, await file.mark())) return { file: made, mark, isSent };
          throw new Refused("changed", `${path} keeps changing while it is being read`);
        } catch (thrown) {
          const isChanged = thrown instanceof Refused && thrown.fault === "changed";
          if (!isChanged || reading === maxReadings) throw thrown;
          onRead(-readBytes);
        }
      }
    } finally {
      await file.close();
    }
  };

  try {
    const files: SnapshotFile[] = [];
    const marks: Marks = {};
    let sentFiles = 0;
    for (const [number, source] of options.files.entries()) {
      signal.throwIfAborted();
      const { file, mark, isSent } = await readFile(source, number);
      files.push(file);
      marks[source.path] = mark;
      if (isSent) sentFiles += 1;
    }
    await packs.finish();
    await listPacks.finish();

    const endedAt = now();
    const name = nameAt(endedAt, random);
    const counter = options.counterBefore + 1;
    const snapshot: Snapshot = {
      ...{ format: "latchkey-blocks", version: 1, set, name, counter },
      ...options.about,
      ...{ endedAt, files },
    };
    const bytes = sealObject({ kind: "snapshot", set, name }, dataKey, snapshotBytes(snapshot), random);
    await options.checkLease();
    signal.throwIfAborted();
    await putSnapshot(options, snapshot, bytes);
    await memory.keep(snapshot, marks);
    const counts: SnapshotCounts = {
      ...{ files: files.length, bytes: files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0) },
      ...{ sentFiles, sentBytes: sentBytes + bytes.length },
    };
    return { snapshot, counts };
  } finally {
    await packs.close();
    await listPacks.close();
    await sent.close();
    await notes.close();
  }
}

/**
 * Stores the snapshot, which makes it take effect. Marked packs are deleted after two days at the earliest. If storing took long, for
 * example because the machine slept, checks again, and discards a snapshot that has become incomplete.
 * @throws Refused
 */
async function putSnapshot(
  { store, set, keys, now, isDeleting }: MakeSnapshotOptions,
  snapshot: Snapshot,
  bytes: Buffer,
): Promise<void> {
  const opened = { store, set, keys };
  const checkedAt = now();
  await checkUsable(opened, snapshot);
  const object = { kind: "snapshot", name: snapshot.name } as const;
  await store.putNew(object, bytes);
  if (now() - checkedAt < longestPutMs) return;
  try {
    await checkUsable(opened, snapshot);
  } catch (thrown) {
    if (thrown instanceof Refused && isDeleting) await store.delete(object);
    throw thrown;
  }
}

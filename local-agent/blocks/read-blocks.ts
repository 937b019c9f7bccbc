import { createHash } from "node:crypto";
import { blockBytes, idOf, type ListedBlock, listBytes, listedBlocks, type Place } from "#shared/blocks/block-list.ts";
import type { ListPlace, PackUse, SnapshotFile } from "#shared/blocks/snapshot.ts";
import { Refused } from "../refused.ts";
import type { FileMark, OpenSource } from "./source-files.ts";

/** Lists contain whole pieces. */
const pieceBytes = 16 * blockBytes;
const zeroId = idOf(Buffer.alloc(blockBytes));

/** List of the previous snapshot, reduced to what a new snapshot can reference. */
export interface ListBefore {
  /** Undefined if the list itself can't be referenced again. */
  readonly place: ListPlace | undefined;
  /** Undefined for blocks that must be stored again. */
  readonly blocks: readonly (ListedBlock | undefined)[];
}

/** Receives the blocks of a file. */
export interface BlockSink {
  /** Returns the list at this position in the previous snapshot. */
  before(list: number): Promise<ListBefore | undefined>;
  /** Stores a block that has changed, and returns its place. */
  keep(index: number, id: Buffer, content: Uint8Array): Promise<Place>;
  keepList(id: Buffer, bytes: Buffer): Promise<ListPlace>;
  /** Called with the number of bytes read. */
  onRead(bytes: number): void;
}

/** Reads a file once from beginning to end. @throws Refused if it becomes shorter */
export async function readBlocks(
  source: OpenSource,
  { path, mark, signal }: { readonly path: string; readonly mark: FileMark; readonly signal: AbortSignal },
  sink: BlockSink,
): Promise<SnapshotFile> {
  const { sizeBytes, modifiedNs } = mark;
  const blockCount = Math.ceil(sizeBytes / blockBytes);
  const piece = piecesOf(source, mark);
  const lists: ListPlace[] = [];
  const uses = new Map<string, { contents: number; bytes: number }>();
  const use = ({ pack, length }: Place) => {
    const found = uses.get(pack) ?? { contents: 0, bytes: 0 };
    uses.set(pack, { contents: found.contents + 1, bytes: found.bytes + length });
  };
  const whole = createHash("sha256");

  for (let first = 0; first < blockCount; first += listedBlocks) {
    const before = await sink.before(lists.length);
    const blocks: ListedBlock[] = [];
    const end = Math.min(blockCount, first + listedBlocks);
    for (let at = first; at < end; ) {
      signal.throwIfAborted();
      const bytes = await piece(at * blockBytes);
      if (bytes === undefined) throw new Refused("changed", `${path} became shorter while it was being read`);
      for (let from = 0; from < bytes.length; from += blockBytes, at += 1) {
        const content = bytes.subarray(from, from + blockBytes);
        const id = idOf(content);
        const known = before?.blocks[at - first];
        const isAsBefore = known?.sizeBytes === content.length && known.id.equals(id);
        const place = isAsBefore ? known.place : id.equals(zeroId) ? null : await sink.keep(at, id, content);
        if (place !== null) use(place);
        blocks.push({ id, sizeBytes: content.length, place });
        whole.update(id);
      }
      sink.onRead(bytes.length);
    }
    const bytes = listBytes(blocks);
    const id = idOf(bytes);
    const place = before?.place?.[0] === id.toString("hex") ? before.place : await sink.keepList(id, bytes);
    lists.push(place);
    use({ pack: place[1], offset: place[2], length: place[3] });
  }
  const packs = [...uses].map(([name, { contents, bytes }]): PackUse => [name, contents, bytes]);
  return {
    ...{ path, sizeBytes, modifiedAt: Number(BigInt(modifiedNs) / 1_000_000n) },
    ...{ id: whole.digest("hex"), lists, packs },
  };
}

/**
 * Returns a reader of a file's pieces in order; it returns undefined if the file has become shorter. Reads the next piece while one is in
 * use, which is valid until then.
 */
function piecesOf(source: OpenSource, { sizeBytes }: FileMark): (offset: number) => Promise<Buffer | undefined> {
  const memory = [0, 1].map((turn) =>
    Buffer.allocUnsafeSlow(Math.max(0, Math.min(pieceBytes, sizeBytes - turn * pieceBytes))),
  );
  const readFrom = async (offset: number): Promise<Buffer | undefined> => {
    const space = memory[(offset / pieceBytes) % 2]?.subarray(0, sizeBytes - offset) ?? Buffer.alloc(0);
    return (await source.read(space, offset)) === space.length ? space : undefined;
  };
  let ahead: Promise<Buffer | undefined> | undefined;
  return async (offset) => {
    const bytes = await (ahead ?? readFrom(offset));
    const next = offset + pieceBytes;
    ahead = next < sizeBytes ? readFrom(next) : undefined;
    // Reported where it is awaited.
    ahead?.catch(() => undefined);
    return bytes;
  };
}

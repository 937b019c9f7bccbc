import { createHash } from "node:crypto";
import { blockBytes, idOf, type ListedBlock, listBytes, listedBlocks, type Place } from "#shared/blocks/block-list.ts";
import type { ListPlace, PackUse, SnapshotFile } from "#shared/blocks/snapshot.ts";
import { Refused } from "../refused.ts";
import type { FileMark, OpenSource } from "./source-files.ts";

/** Lists hold whole pieces. */
const pieceBytes = 16 * blockBytes;
const zeroId = idOf(Buffer.alloc(blockBytes));

/** A list of the snapshot before, as far as a new snapshot may name what it names. */
export interface ListBefore {
  /** Undefined where the list itself cannot be named again. */
  readonly place: ListPlace | undefined;
  /** Undefined where a block has to be kept anew. */
  readonly blocks: readonly (ListedBlock | undefined)[];
}

/** What becomes of the blocks of a file. */
export interface BlockSink {
  /** What stood here in the snapshot before. */
  before(list: number): Promise<ListBefore | undefined>;
  /** Where a block lies that is not as it was before. */
  keep(index: number, id: Buffer, content: Uint8Array): Promise<Place>;
  keepList(id: Buffer, bytes: Buffer): Promise<ListPlace>;
  /** Sees how much has been read. */
  onRead(bytes: number): void;
}

/** Reads a file once from its beginning to its end. @throws Refused where it becomes shorter */
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
      if (bytes === undefined) throw new Refused("changed", `${path} has become shorter while it was read`);
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

/** Answers the pieces of a file in their order; undefined where it has become shorter. The next one is read while one is worked on, which is used until then. */
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
    // Said where it is waited for.
    ahead?.catch(() => undefined);
    return bytes;
  };
}

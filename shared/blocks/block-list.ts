import { hash } from "node:crypto";
import { tagBytes, UnreadableObject } from "./sealed-object.ts";

/** Files are cut at multiples of this. FileMaker changes its pages in place, so that a change stays within its blocks (R8.1). */
export const blockBytes = 65_536;
/** So many blocks stand in one list: 128 MiB of a file. Lists that have not changed are shared between snapshots. */
export const listedBlocks = 2_048;

const entryBytes = 42;
const nameBytes = 16;
/** Stands for no pack: a block of zeros is stored nowhere. */
const zeros = 0xffff;

/** Where sealed bytes lie: in a pack by its name, from an offset, with their tag. */
export interface Place {
  readonly pack: string;
  readonly offset: number;
  readonly length: number;
}

/** A block of a file. `place` is null where it holds zeros only. */
export interface ListedBlock {
  /** SHA-256 of its content. Stands inside sealed objects only: it would tell who has the same content. */
  readonly id: Buffer;
  /** Of its content. Only the last block of a file is shorter than the others. */
  readonly sizeBytes: number;
  readonly place: Place | null;
}

/** SHA-256. */
export function idOf(bytes: Uint8Array): Buffer {
  return hash("sha256", bytes, "buffer");
}

/** The bytes of a list: the names of packs in the order in which they are met, then the blocks. */
export function listBytes(blocks: readonly ListedBlock[]): Buffer {
  const packs = new Map<string, number>();
  for (const { place } of blocks) if (place !== null && !packs.has(place.pack)) packs.set(place.pack, packs.size);
  const bytes = Buffer.alloc(8 + packs.size * nameBytes + blocks.length * entryBytes);
  let at = bytes.writeUInt32BE(blocks.length, bytes.writeUInt32BE(packs.size));
  for (const pack of packs.keys()) at += bytes.write(pack, at, "hex");
  for (const { id, sizeBytes, place } of blocks) {
    at += id.copy(bytes, at);
    at = bytes.writeUInt16BE(place === null ? zeros : (packs.get(place.pack) as number), at);
    at = bytes.writeUInt32BE(place?.offset ?? 0, at);
    at = bytes.writeUInt32BE(place?.length ?? sizeBytes, at);
  }
  return bytes;
}

/** @throws UnreadableObject */
export function blocksIn(bytes: Buffer): readonly ListedBlock[] {
  const packCount = bytes.length < 8 ? -1 : bytes.readUInt32BE(0);
  const count = packCount < 0 ? 0 : bytes.readUInt32BE(4);
  if (packCount < 0 || count > listedBlocks || bytes.length !== 8 + packCount * nameBytes + count * entryBytes)
    throw new UnreadableObject("a list of blocks has a wrong length");
  const packs = Array.from({ length: packCount }, (_, index) =>
    bytes.toString("hex", 8 + index * nameBytes, 8 + (index + 1) * nameBytes),
  );
  const from = 8 + packCount * nameBytes;
  return Array.from({ length: count }, (_, index): ListedBlock => {
    const at = from + index * entryBytes;
    const id = Buffer.from(bytes.subarray(at, at + 32));
    const packIndex = bytes.readUInt16BE(at + 32);
    const offset = bytes.readUInt32BE(at + 34);
    const length = bytes.readUInt32BE(at + 38);
    if (packIndex === zeros) return { id, sizeBytes: length, place: null };
    const pack = packs[packIndex];
    if (pack === undefined || length < tagBytes)
      throw new UnreadableObject("a list of blocks names a pack that it does not have");
    return { id, sizeBytes: length - tagBytes, place: { pack, offset, length } };
  });
}

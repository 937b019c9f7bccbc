import { hash } from "node:crypto";
import { tagBytes, UnreadableObject } from "./sealed-object.ts";

/**
 * Size of a block in bytes. Files are cut at multiples of it. FileMaker changes its pages in place, so a change stays within its blocks.
 */
export const blockBytes = 65_536;
/** Number of blocks in one list: 128 MiB of a file. Snapshots share unchanged lists. */
export const listedBlocks = 2_048;

const entryBytes = 42;
const nameBytes = 16;
/** Pack index for blocks of zeros, which aren't stored in any pack. */
const zeros = 0xffff;

/** Position of encrypted bytes, including their tag: the name of the pack, the offset and the length. */
export interface Place {
  readonly pack: string;
  readonly offset: number;
  readonly length: number;
}

/** Block of a file. `place` is null if it contains only zeros. */
export interface ListedBlock {
  /** SHA-256 of its content. It is only written into encrypted objects, because it would reveal who has the same content. */
  readonly id: Buffer;
  /** Size of its content. Only the last block of a file can be shorter than the others. */
  readonly sizeBytes: number;
  readonly place: Place | null;
}

/** Returns the SHA-256. */
export function idOf(bytes: Uint8Array): Buffer {
  return hash("sha256", bytes, "buffer");
}

/** Serializes a list: the names of the packs in order of first use, then the blocks. */
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
    throw new UnreadableObject("a block list has an invalid length");
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
    if (pack === undefined || length < tagBytes) throw new UnreadableObject("a block list refers to a missing pack");
    return { id, sizeBytes: length - tagBytes, place: { pack, offset, length } };
  });
}

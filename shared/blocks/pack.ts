import { copyInto } from "#shared/ports/bytes/shared-memory.ts";
import type { Place } from "./block-list.ts";
import { type ObjectIdentity, type RandomBytes, randomName } from "./object-names.ts";
import {
  type DataKey,
  headerBytes,
  newObjectKey,
  type ObjectKey,
  openPart,
  type PartKey,
  sealPart,
  tagBytes,
  UnreadableObject,
} from "./sealed-object.ts";

/** Size in bytes at which a pack is uploaded: large enough for few calls, small enough for memory. */
export const packBytes = 16 * 1024 * 1024;

/** Space for a content that is larger than a whole small pack, and for the list at the end. */
const spareBytes = 256 * 1024;
const entryBytes = 41;
const lengthBytes = 4;

/** Kinds of contents in a pack: blocks of files, or lists of blocks. */
export const contentKinds = { block: 1, list: 2 } as const;
export type ContentKind = keyof typeof contentKinds;

/** Content of a pack, from the list at its end. `kind` can be unknown to this version. */
export interface PackEntry {
  readonly kind: number;
  readonly id: Buffer;
  readonly offset: number;
  readonly length: number;
}

/** Contents at their positions in a pack, not encrypted yet. */
export interface UnsealedPack {
  readonly pack: string;
  readonly key: PartKey;
  /** Bytes of the pack from its beginning. */
  readonly bytes: Buffer;
  readonly contents: readonly Pick<PackEntry, "id" | "offset" | "length">[];
}

interface NewPackOptions {
  readonly set: string;
  readonly dataKey: DataKey;
  readonly random: RandomBytes;
  /** Capacity in bytes, without the list at the end. */
  readonly capacityBytes?: number;
  /** Buffer of `packMemoryBytes(capacityBytes)` bytes to fill. Default: a new buffer. */
  readonly memory?: Buffer;
}

/** Returns the size of the buffer for a pack. */
export function packMemoryBytes(capacityBytes: number): number {
  return headerBytes + capacityBytes + spareBytes;
}

/** Returns a builder of one pack. */
export function newPack({ set, dataKey, random, capacityBytes = packBytes, memory }: NewPackOptions) {
  const identity: ObjectIdentity = { kind: "pack", set, name: randomName(random) };
  const objectKey = newObjectKey(identity, dataKey, random);
  const contents = memory ?? Buffer.allocUnsafeSlow(packMemoryBytes(capacityBytes));
  const entries: PackEntry[] = [];
  let unsealedFrom = 0;
  let end = objectKey.header.copy(contents);

  return {
    name: identity.name,
    get entries(): readonly PackEntry[] {
      return entries;
    },

    /** True if the pack has space for a content of this size. */
    fits: (sizeBytes: number) => entries.length === 0 || end + sizeBytes + tagBytes <= headerBytes + capacityBytes,

    /** Adds a content, unencrypted, and returns its position. `unsealed` returns it for encryption. */
    add(kind: ContentKind, id: Buffer, content: Uint8Array): Place {
      const offset = end;
      const length = content.length + tagBytes;
      copyInto(contents, offset, content);
      end += length;
      entries.push({ kind: contentKinds[kind], id, offset, length });
      return { pack: identity.name, offset, length };
    },

    /** Returns the contents added since the last call, for `sealContents`. */
    unsealed(): UnsealedPack {
      const added = entries.slice(unsealedFrom);
      unsealedFrom = entries.length;
      return { pack: identity.name, key: objectKey, bytes: contents, contents: added };
    },

    /** Returns the complete pack with the list of contents at its end. All contents must be encrypted. */
    finish(): Buffer {
      const footer = sealPart(objectKey, { role: "footer", offset: end }, footerContent(entries));
      const length = Buffer.alloc(lengthBytes);
      length.writeUInt32BE(footer.sealed.length + footer.tag.length);
      const parts = [footer.sealed, footer.tag, length];
      const wholeBytes = parts.reduce((sum, part) => sum + part.length, end);
      if (wholeBytes > contents.length) return Buffer.concat([contents.subarray(0, end), ...parts]);
      let at = end;
      for (const part of parts) at += part.copy(contents, at);
      return contents.subarray(0, wholeBytes);
    },
  };
}
export type NewPack = ReturnType<typeof newPack>;

/**
 * Encrypts contents in place in their pack, and decrypts each again to verify it: unreadable bytes are never uploaded.
 * @param onSealed receives the number of bytes of buffers that became garbage
 * @throws Error if a decrypted content differs
 */
export function sealContents(
  { pack, key, bytes, contents }: UnsealedPack,
  onSealed: (bytes: number) => void = () => undefined,
): void {
  const plain = Buffer.allocUnsafeSlow(Math.max(0, ...contents.map(({ length }) => length)));
  for (const { id, offset, length } of contents) {
    const place = { role: "content", offset, id } as const;
    const part = bytes.subarray(offset, offset + length);
    const content = plain.subarray(0, length - tagBytes);
    copyInto(content, 0, part.subarray(0, content.length));
    const { sealed, tag } = sealPart(key, place, content);
    copyInto(part, 0, sealed);
    copyInto(part, sealed.length, tag);
    if (!openPart(key, place, part).equals(content))
      throw new Error(`${pack} can't be decrypted to what was encrypted`);
    onSealed(2 * length);
  }
}

/** Returns the offset of the list at the end of a pack. `end`: the pack's last bytes. @throws UnreadableObject */
export function footerStart(end: Buffer, sizeBytes: number): number {
  const length = end.length < lengthBytes ? sizeBytes : end.readUInt32BE(end.length - lengthBytes);
  const start = sizeBytes - lengthBytes - length;
  if (start < headerBytes) throw new UnreadableObject("the end of the pack doesn't point to a list");
  return start;
}

/** Reads the list at the end of a pack. `end`: everything from its offset on. @throws UnreadableObject */
export function footerIn(key: ObjectKey, end: Buffer, start: number): readonly PackEntry[] {
  const bytes = openPart(key, { role: "footer", offset: start }, end.subarray(0, -lengthBytes));
  const count = bytes.length < 4 ? 0 : bytes.readUInt32BE(0);
  if (bytes.length !== 4 + count * entryBytes)
    throw new UnreadableObject("the list at the end of a pack has an invalid length");
  return Array.from({ length: count }, (_, index): PackEntry => {
    const at = 4 + index * entryBytes;
    return {
      kind: bytes.readUInt8(at),
      id: Buffer.from(bytes.subarray(at + 1, at + 33)),
      offset: bytes.readUInt32BE(at + 33),
      length: bytes.readUInt32BE(at + 37),
    };
  });
}

function footerContent(entries: readonly PackEntry[]): Buffer {
  const bytes = Buffer.alloc(4 + entries.length * entryBytes);
  let at = bytes.writeUInt32BE(entries.length);
  for (const { kind, id, offset, length } of entries) {
    at = bytes.writeUInt8(kind, at);
    at += id.copy(bytes, at);
    at = bytes.writeUInt32BE(offset, at);
    at = bytes.writeUInt32BE(length, at);
  }
  return bytes;
}

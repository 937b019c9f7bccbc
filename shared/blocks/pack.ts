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

/** A pack is sent when it has so many bytes: large enough for few calls, small enough to be held in memory. */
export const packBytes = 16 * 1024 * 1024;

/** For a content that is larger than a whole small pack, and for the list at the end. */
const spareBytes = 256 * 1024;
const entryBytes = 41;
const lengthBytes = 4;

/** What a pack holds: pieces of files, or lists of them. */
export const contentKinds = { block: 1, list: 2 } as const;
export type ContentKind = keyof typeof contentKinds;

/** One content of a pack, as the list at its end has it. `kind` may be one that is not known here. */
export interface PackEntry {
  readonly kind: number;
  readonly id: Buffer;
  readonly offset: number;
  readonly length: number;
}

/** Contents that lie at their places in a pack, and are not sealed yet. */
export interface UnsealedPack {
  readonly pack: string;
  readonly key: PartKey;
  /** From its begin on. */
  readonly bytes: Buffer;
  readonly contents: readonly Pick<PackEntry, "id" | "offset" | "length">[];
}

interface NewPackOptions {
  readonly set: string;
  readonly dataKey: DataKey;
  readonly random: RandomBytes;
  /** How many bytes there is space for, the list at its end not counted. */
  readonly capacityBytes?: number;
  /** Where it is filled: of `packMemoryBytes(capacityBytes)`. Left out: in memory of its own. */
  readonly memory?: Buffer;
}

/** The memory that a pack is filled in. */
export function packMemoryBytes(capacityBytes: number): number {
  return headerBytes + capacityBytes + spareBytes;
}

/** Fills one pack. */
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

    /** Whether a content of this size still finds space. */
    fits: (sizeBytes: number) => entries.length === 0 || end + sizeBytes + tagBytes <= headerBytes + capacityBytes,

    /** Puts a content at its place, where `unsealed` has it sealed. */
    add(kind: ContentKind, id: Buffer, content: Uint8Array): Place {
      const offset = end;
      const length = content.length + tagBytes;
      copyInto(contents, offset, content);
      end += length;
      entries.push({ kind: contentKinds[kind], id, offset, length });
      return { pack: identity.name, offset, length };
    },

    /** The contents that were added since this was asked before, to be sealed by `sealContents`. */
    unsealed(): UnsealedPack {
      const added = entries.slice(unsealedFrom);
      unsealedFrom = entries.length;
      return { pack: identity.name, key: objectKey, bytes: contents, contents: added };
    },

    /** The whole pack, once its contents are sealed, with the list of them at its end. */
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
 * Seals contents where they lie in their pack, and opens each again: what would not be read back is never sent.
 * @param onSealed sees how many bytes of buffers that has left behind
 * @throws Error where one is not the same
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
    if (!openPart(key, place, part).equals(content)) throw new Error(`${pack} does not open as it was sealed`);
    onSealed(2 * length);
  }
}

/** Where the list at the end of a pack begins. `end`: the pack's last bytes. @throws UnreadableObject */
export function footerStart(end: Buffer, sizeBytes: number): number {
  const length = end.length < lengthBytes ? sizeBytes : end.readUInt32BE(end.length - lengthBytes);
  const start = sizeBytes - lengthBytes - length;
  if (start < headerBytes) throw new UnreadableObject("the end of a pack names no list");
  return start;
}

/** The list at the end of a pack. `end`: everything from its begin on. @throws UnreadableObject */
export function footerIn(key: ObjectKey, end: Buffer, start: number): readonly PackEntry[] {
  const bytes = openPart(key, { role: "footer", offset: start }, end.subarray(0, -lengthBytes));
  const count = bytes.length < 4 ? 0 : bytes.readUInt32BE(0);
  if (bytes.length !== 4 + count * entryBytes)
    throw new UnreadableObject("the list at the end of a pack has a wrong length");
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

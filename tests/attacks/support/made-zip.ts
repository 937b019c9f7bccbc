import { crc32, deflateRawSync } from "node:zlib";

/** File of a zip that is written byte for byte. Each field that describes it may be false. */
export interface MadeEntry {
  readonly name: string;
  readonly bytes?: Buffer;
  readonly deflated?: boolean;
  /** False values of the local header. */
  readonly local?: Readonly<Partial<{ name: string; packed: number; method: number; mark: number }>>;
  /** False values of the table of contents. */
  readonly central?: Readonly<
    Partial<{
      size: number;
      packed: number;
      crc: number;
      offset: number;
      flags: number;
      method: number;
      mode: number;
      extra: Buffer;
    }>
  >;
}

/** False values of the end of the zip. */
export type MadeEnd = Partial<{ count: number; length: number; offset: number; locator: Buffer }>;

export function madeZip(entries: readonly MadeEntry[], end: MadeEnd = {}): Buffer {
  const pieces: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const { name, bytes = Buffer.from("content"), deflated = false, local = {}, central = {} } of entries) {
    const packed = deflated ? deflateRawSync(bytes) : bytes;
    const method = deflated ? 8 : 0;
    const localName = Buffer.from(local.name ?? name);
    const head = Buffer.alloc(30);
    head.writeUInt32LE(local.mark ?? 0x04034b50, 0);
    head.writeUInt16LE(20, 4);
    head.writeUInt16LE(local.method ?? method, 8);
    head.writeUInt32LE(crc32(bytes), 14);
    head.writeUInt32LE(local.packed ?? packed.length, 18);
    head.writeUInt32LE(bytes.length, 22);
    head.writeUInt16LE(localName.length, 26);
    const centralName = Buffer.from(name);
    const extra = central.extra ?? Buffer.alloc(0);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE((3 << 8) | 20, 4);
    entry.writeUInt16LE(central.flags ?? 0, 8);
    entry.writeUInt16LE(central.method ?? method, 10);
    entry.writeUInt32LE(central.crc ?? crc32(bytes), 16);
    entry.writeUInt32LE(central.packed ?? packed.length, 20);
    entry.writeUInt32LE(central.size ?? bytes.length, 24);
    entry.writeUInt16LE(centralName.length, 28);
    entry.writeUInt16LE(extra.length, 30);
    entry.writeUInt32LE(((central.mode ?? 0o100644) << 16) >>> 0, 38);
    entry.writeUInt32LE(central.offset ?? at, 42);
    directory.push(entry, centralName, extra);
    pieces.push(head, localName, packed);
    at += 30 + localName.length + packed.length;
  }
  const contents = Buffer.concat(directory);
  const last = Buffer.alloc(22);
  last.writeUInt32LE(0x06054b50, 0);
  last.writeUInt16LE(end.count ?? entries.length, 8);
  last.writeUInt16LE(end.count ?? entries.length, 10);
  last.writeUInt32LE(end.length ?? contents.length, 12);
  last.writeUInt32LE(end.offset ?? at, 16);
  return Buffer.concat([...pieces, contents, end.locator ?? Buffer.alloc(0), last]);
}

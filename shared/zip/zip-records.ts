/** What the records of a zip say of an entry, once its bytes have been read. */
export interface ZipRecord {
  /** With slashes; a folder's name ends with one. */
  readonly name: string;
  readonly modifiedAt: Date;
  readonly isDeflated: boolean;
  readonly crc32: number;
  /** As the file has them, and as they are in the zip. */
  readonly sizeBytes: number;
  readonly packedBytes: number;
  /** Where its local header begins. */
  readonly offset: number;
}

/** A field that cannot hold its number holds this instead, and the number is in a record of zip64. */
const most32 = 0xffffffff;
const most16 = 0xffff;

/** What deflating adds where it saves nothing is far below this. */
const marginBytes = 0x1000000;

/** Names are UTF-8; checksum and sizes follow the bytes. */
const flags = 0x0808;
const version = 20;
const versionOfZip64 = 45;
const madeOnUnix = (3 << 8) | 63;
const fileMode = 0o100664;
const folderMode = 0o40775;
const folderAttribute = 0x10;

type Sized = Pick<ZipRecord, "sizeBytes" | "packedBytes">;

/** Whether sizes are written with eight bytes. Decided before packing, since the local header says it too. */
function hasLongSizes({ sizeBytes }: Pick<ZipRecord, "sizeBytes">): boolean {
  return sizeBytes >= most32 - marginBytes;
}

/** What stands before an entry's bytes. */
export function localHeader(entry: Pick<ZipRecord, "name" | "modifiedAt" | "isDeflated" | "sizeBytes">): Buffer {
  const name = Buffer.from(entry.name);
  const isLong = hasLongSizes(entry);
  // The sizes themselves follow the bytes; that they are there with eight bytes each is said here.
  const extra = isLong ? longNumbers([0, 0]) : Buffer.alloc(0);
  const head = Buffer.alloc(30);
  head.writeUInt32LE(0x04034b50, 0);
  head.writeUInt16LE(isLong ? versionOfZip64 : version, 4);
  head.writeUInt16LE(flags, 6);
  head.writeUInt16LE(entry.isDeflated ? 8 : 0, 8);
  head.writeUInt32LE(dosTime(entry.modifiedAt), 10);
  head.writeUInt32LE(isLong ? most32 : 0, 18);
  head.writeUInt32LE(isLong ? most32 : 0, 22);
  head.writeUInt16LE(name.length, 26);
  head.writeUInt16LE(extra.length, 28);
  return Buffer.concat([head, name, extra]);
}

/** What stands behind an entry's bytes. */
export function dataDescriptor(entry: Sized & Pick<ZipRecord, "crc32">): Buffer {
  const isLong = hasLongSizes(entry);
  const record = Buffer.alloc(isLong ? 24 : 16);
  record.writeUInt32LE(0x08074b50, 0);
  record.writeUInt32LE(entry.crc32, 4);
  if (isLong) {
    record.writeBigUInt64LE(BigInt(entry.packedBytes), 8);
    record.writeBigUInt64LE(BigInt(entry.sizeBytes), 16);
  } else {
    record.writeUInt32LE(entry.packedBytes, 8);
    record.writeUInt32LE(entry.sizeBytes, 12);
  }
  return record;
}

/** An entry in the zip's table of contents. */
export function centralRecord(entry: ZipRecord): Buffer {
  const name = Buffer.from(entry.name);
  const long = [entry.sizeBytes, entry.packedBytes, entry.offset].filter((number) => number >= most32);
  const extra = Buffer.concat([unixTime(entry.modifiedAt), long.length > 0 ? longNumbers(long) : Buffer.alloc(0)]);
  const isFolder = entry.name.endsWith("/");
  const head = Buffer.alloc(46);
  head.writeUInt32LE(0x02014b50, 0);
  head.writeUInt16LE(madeOnUnix, 4);
  head.writeUInt16LE(long.length > 0 || hasLongSizes(entry) ? versionOfZip64 : version, 6);
  head.writeUInt16LE(flags, 8);
  head.writeUInt16LE(entry.isDeflated ? 8 : 0, 10);
  head.writeUInt32LE(dosTime(entry.modifiedAt), 12);
  head.writeUInt32LE(entry.crc32, 16);
  head.writeUInt32LE(Math.min(entry.packedBytes, most32), 20);
  head.writeUInt32LE(Math.min(entry.sizeBytes, most32), 24);
  head.writeUInt16LE(name.length, 28);
  head.writeUInt16LE(extra.length, 30);
  head.writeUInt16LE(isFolder ? folderMode : fileMode, 40);
  head.writeUInt16LE(isFolder ? folderAttribute : 0, 38);
  head.writeUInt32LE(Math.min(entry.offset, most32), 42);
  return Buffer.concat([head, name, extra]);
}

/** What ends a zip: where its table of contents is, and how long. */
export function ending(entries: number, directoryBytes: number, directoryOffset: number): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Math.min(entries, most16), 8);
  end.writeUInt16LE(Math.min(entries, most16), 10);
  end.writeUInt32LE(Math.min(directoryBytes, most32), 12);
  end.writeUInt32LE(Math.min(directoryOffset, most32), 16);
  // A table of contents may be longer than 65,535 bytes: its length has four bytes, only the number of its entries has two.
  if (entries < most16 && directoryBytes < most32 && directoryOffset < most32) return end;

  const long = Buffer.alloc(56);
  long.writeUInt32LE(0x06064b50, 0);
  long.writeBigUInt64LE(44n, 4);
  long.writeUInt16LE(madeOnUnix, 12);
  long.writeUInt16LE(versionOfZip64, 14);
  long.writeBigUInt64LE(BigInt(entries), 24);
  long.writeBigUInt64LE(BigInt(entries), 32);
  long.writeBigUInt64LE(BigInt(directoryBytes), 40);
  long.writeBigUInt64LE(BigInt(directoryOffset), 48);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(0x07064b50, 0);
  locator.writeBigUInt64LE(BigInt(directoryOffset + directoryBytes), 8);
  locator.writeUInt32LE(1, 16);
  return Buffer.concat([long, locator, end]);
}

/** Numbers of eight bytes, as zip64 adds them to a record. */
function longNumbers(numbers: readonly number[]): Buffer {
  const extra = Buffer.alloc(4 + 8 * numbers.length);
  extra.writeUInt16LE(0x0001, 0);
  extra.writeUInt16LE(8 * numbers.length, 2);
  for (const [index, number] of numbers.entries()) extra.writeBigUInt64LE(BigInt(number), 4 + 8 * index);
  return extra;
}

/** The time in seconds since 1970, which has no time zone. */
function unixTime(time: Date): Buffer {
  const extra = Buffer.alloc(9);
  extra.writeUInt16LE(0x5455, 0);
  extra.writeUInt16LE(5, 2);
  extra.writeUInt8(1, 4);
  extra.writeInt32LE(Math.max(-0x80000000, Math.min(0x7fffffff, Math.floor(time.getTime() / 1000))), 5);
  return extra;
}

/** The time as DOS wrote it: local, to two seconds, from 1980 to 2107. The date is in the upper half. */
function dosTime(time: Date): number {
  const year = time.getFullYear();
  if (!(year >= 1980)) return (1 << 21) | (1 << 16);
  if (year > 2107) return 0xff9fbf7d;
  const date = ((year - 1980) << 9) | ((time.getMonth() + 1) << 5) | time.getDate();
  const clock = (time.getHours() << 11) | (time.getMinutes() << 5) | (time.getSeconds() >> 1);
  return date * 0x10000 + clock;
}

/** Facts about an entry that the records of a zip contain, known once its bytes were read. */
export interface ZipRecord {
  /** Path with slashes. Names of folders end with a slash. */
  readonly name: string;
  readonly modifiedAt: Date;
  readonly isDeflated: boolean;
  readonly crc32: number;
  /** Size of the file, and size in the zip. */
  readonly sizeBytes: number;
  readonly packedBytes: number;
  /** Offset of its local header. */
  readonly offset: number;
}

/** Placeholder for numbers that don't fit the field. The number is in a zip64 record then. */
const most32 = 0xffffffff;
const most16 = 0xffff;

/** Upper bound for the bytes that deflating adds to incompressible data, with a wide margin. */
const marginBytes = 0x1000000;

/** UTF-8 names; checksum and sizes follow the bytes. */
const flags = 0x0808;
const version = 20;
const versionOfZip64 = 45;
const madeOnUnix = (3 << 8) | 63;
const fileMode = 0o100664;
const folderMode = 0o40775;
const folderAttribute = 0x10;

type Sized = Pick<ZipRecord, "sizeBytes" | "packedBytes">;

/** True if sizes have eight bytes. Decided before packing, because the local header depends on it. */
function hasLongSizes({ sizeBytes }: Pick<ZipRecord, "sizeBytes">): boolean {
  return sizeBytes >= most32 - marginBytes;
}

/** Returns the record before an entry's bytes. */
export function localHeader(entry: Pick<ZipRecord, "name" | "modifiedAt" | "isDeflated" | "sizeBytes">): Buffer {
  const name = Buffer.from(entry.name);
  const isLong = hasLongSizes(entry);
  // The sizes follow the bytes. This field announces that they have eight bytes each.
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

/** Returns the record after an entry's bytes. */
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

/** Returns an entry of the central directory. */
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

/** Returns the end of a zip, with the position and length of the central directory. */
export function ending(entries: number, directoryBytes: number, directoryOffset: number): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Math.min(entries, most16), 8);
  end.writeUInt16LE(Math.min(entries, most16), 10);
  end.writeUInt32LE(Math.min(directoryBytes, most32), 12);
  end.writeUInt32LE(Math.min(directoryOffset, most32), 16);
  // The central directory can be longer than 65,535 bytes: its length has four bytes, and only the number of entries has two.
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

/** Returns a zip64 extra field with eight-byte numbers. */
function longNumbers(numbers: readonly number[]): Buffer {
  const extra = Buffer.alloc(4 + 8 * numbers.length);
  extra.writeUInt16LE(0x0001, 0);
  extra.writeUInt16LE(8 * numbers.length, 2);
  for (const [index, number] of numbers.entries()) extra.writeBigUInt64LE(BigInt(number), 4 + 8 * index);
  return extra;
}

/** Returns an extra field with the time in seconds since 1970, which has no time zone. */
function unixTime(time: Date): Buffer {
  const extra = Buffer.alloc(9);
  extra.writeUInt16LE(0x5455, 0);
  extra.writeUInt16LE(5, 2);
  extra.writeUInt8(1, 4);
  extra.writeInt32LE(Math.max(-0x80000000, Math.min(0x7fffffff, Math.floor(time.getTime() / 1000))), 5);
  return extra;
}

/** Returns a time in DOS format: local, in steps of two seconds, from 1980 to 2107. The date is in the upper half. */
function dosTime(time: Date): number {
  const year = time.getFullYear();
  if (!(year >= 1980)) return (1 << 21) | (1 << 16);
  if (year > 2107) return 0xff9fbf7d;
  const date = ((year - 1980) << 9) | ((time.getMonth() + 1) << 5) | time.getDate();
  const clock = (time.getHours() << 11) | (time.getMinutes() << 5) | (time.getSeconds() >> 1);
  return date * 0x10000 + clock;
}

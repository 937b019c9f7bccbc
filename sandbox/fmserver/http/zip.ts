import { crc32, deflateRawSync } from "node:zlib";

/** Returns a zip archive with one file. */
export function zipOf(name: string, contents: Buffer, now: number): Buffer {
  const packed = deflateRawSync(contents);
  const fileName = Buffer.from(name);
  const shared = Buffer.alloc(26);
  shared.writeUInt16LE(20, 0); // Version that can unpack it
  shared.writeUInt16LE(UTF8_NAME, 2);
  shared.writeUInt16LE(DEFLATE, 4);
  shared.writeUInt32LE(dosTime(now), 6);
  shared.writeUInt32LE(crc32(contents), 10);
  shared.writeUInt32LE(packed.length, 14);
  shared.writeUInt32LE(contents.length, 18);
  shared.writeUInt16LE(fileName.length, 22);
  const local = Buffer.concat([signature(0x04034b50), shared, fileName, packed]);
  const madeBy = Buffer.from([20, 3]);
  const central = Buffer.concat([signature(0x02014b50), madeBy, shared, Buffer.alloc(14), fileName]);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(1, 4);
  end.writeUInt16LE(1, 6);
  end.writeUInt32LE(central.length, 8);
  end.writeUInt32LE(local.length, 12);
  return Buffer.concat([local, central, signature(0x06054b50), end]);
}

const UTF8_NAME = 0x800;
const DEFLATE = 8;

function signature(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

/** Returns a time in the archive's format, which starts in 1980 with a resolution of two seconds. */
function dosTime(now: number): number {
  const time = new Date(now);
  const day = (Math.max(time.getUTCFullYear() - 1980, 0) << 9) | ((time.getUTCMonth() + 1) << 5) | time.getUTCDate();
  const clock = (time.getUTCHours() << 11) | (time.getUTCMinutes() << 5) | (time.getUTCSeconds() >> 1);
  return ((day << 16) | clock) >>> 0;
}

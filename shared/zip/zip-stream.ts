import { pipeline } from "node:stream";
import { crc32, createDeflateRaw } from "node:zlib";
import { centralRecord, dataDescriptor, ending, localHeader, type ZipRecord } from "./zip-records.ts";

/** File or folder for a zip. */
export interface ZipEntry {
  /** Path with slashes. Names of folders end with a slash. */
  readonly name: string;
  readonly modifiedAt: Date;
  readonly sizeBytes: number;
  /** Returns its bytes. Called when the zip reaches this entry. */
  readonly bytes: () => AsyncIterable<Buffer>;
}

/** Compression settings of zlib. Level 0 stores bytes uncompressed; -1 uses zlib's default. */
export interface Compression {
  readonly level: number;
  /** Memory level, from 1 (slow, little memory) to 9. */
  readonly memLevel?: number;
}

/**
 * Yields the bytes of a zip as they are requested. Errors of a source reach the reader, and leave nothing open.
 * @throws errors of the sources, and Error if a source's size differs from its entry
 */
export async function* zipBytes(entries: readonly ZipEntry[], compression: Compression): AsyncGenerator<Buffer> {
  const directory: Buffer[] = [];
  const isDeflated = compression.level !== 0;
  let offset = 0;
  for (const { name, modifiedAt, sizeBytes, bytes } of entries) {
    const header = localHeader({ name, modifiedAt, isDeflated, sizeBytes });
    yield header;
    const counted = { crc32: 0, sizeBytes: 0 };
    const source = countedBytes(bytes(), counted);
    let packedBytes = 0;
    for await (const piece of isDeflated ? deflated(source, compression) : source) {
      packedBytes += piece.length;
      yield piece;
    }
    if (counted.sizeBytes !== sizeBytes) throw new Error(`The size of ${name} changed`);
    const descriptor = dataDescriptor({ ...counted, packedBytes });
    yield descriptor;
    directory.push(centralRecord({ name, modifiedAt, isDeflated, ...counted, packedBytes, offset }));
    offset += header.length + packedBytes + descriptor.length;
  }
  yield* directory;
  yield ending(entries.length, lengthOf(directory), offset);
}

/** Returns the length of a zip without compression, from the records that would be written. */
export function storedZipLength(entries: readonly Omit<ZipEntry, "bytes">[]): number {
  let offset = 0;
  let directoryBytes = 0;
  for (const { name, modifiedAt, sizeBytes } of entries) {
    const record: ZipRecord = {
      ...{ name, modifiedAt, sizeBytes, offset },
      ...{ isDeflated: false, packedBytes: sizeBytes, crc32: 0 },
    };
    directoryBytes += centralRecord(record).length;
    offset += localHeader(record).length + sizeBytes + dataDescriptor(record).length;
  }
  return offset + directoryBytes + ending(entries.length, directoryBytes, offset).length;
}

async function* countedBytes(
  source: AsyncIterable<Buffer>,
  counted: { crc32: number; sizeBytes: number },
): AsyncGenerator<Buffer> {
  for await (const piece of source) {
    counted.crc32 = crc32(piece, counted.crc32);
    counted.sizeBytes += piece.length;
    yield piece;
  }
}

async function* deflated(source: AsyncIterable<Buffer>, compression: Compression): AsyncGenerator<Buffer> {
  const deflate = createDeflateRaw(compression);
  // Errors of the source surface in the loop over the deflated bytes, where the reader gets them.
  pipeline(source, deflate, () => undefined);
  yield* deflate;
}

function lengthOf(buffers: readonly Buffer[]): number {
  return buffers.reduce((sum, { length }) => sum + length, 0);
}

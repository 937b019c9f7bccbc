import { pipeline } from "node:stream";
import { crc32, createDeflateRaw } from "node:zlib";
import { centralRecord, dataDescriptor, ending, localHeader, type ZipRecord } from "./zip-records.ts";

/** A file or folder that goes into a zip. */
export interface ZipEntry {
  /** With slashes; a folder's name ends with one. */
  readonly name: string;
  readonly modifiedAt: Date;
  readonly sizeBytes: number;
  /** Its bytes, which are asked for when it is its turn. */
  readonly bytes: () => AsyncIterable<Buffer>;
}

/** How bytes are packed, in zlib's words. Level 0 stores them as they are; -1 leaves the level to zlib. */
export interface Compression {
  readonly level: number;
  /** From 1, slow in little memory, to 9. */
  readonly memLevel?: number;
}

/**
 * The bytes of a zip, made while they are asked for: what fails in a source is thrown to the reader, and nothing of it is left open.
 * @throws what a source throws, and Error where it does not have as many bytes as its entry says
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
    if (counted.sizeBytes !== sizeBytes) throw new Error(`${name} has changed its length`);
    const descriptor = dataDescriptor({ ...counted, packedBytes });
    yield descriptor;
    directory.push(centralRecord({ name, modifiedAt, isDeflated, ...counted, packedBytes, offset }));
    offset += header.length + packedBytes + descriptor.length;
  }
  yield* directory;
  yield ending(entries.length, lengthOf(directory), offset);
}

/** How long a zip will be whose bytes are stored: the sum of the very records that are written. */
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
  // What fails in the source comes out of the loop over what is deflated, where the reader sees it.
  pipeline(source, deflate, () => undefined);
  yield* deflate;
}

function lengthOf(buffers: readonly Buffer[]): number {
  return buffers.reduce((sum, { length }) => sum + length, 0);
}

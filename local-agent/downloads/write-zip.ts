import { createWriteStream } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { type Compression, zipBytes } from "#shared/zip/zip-stream.ts";
import { found } from "../disk/on-disk.ts";
import { systemPath } from "../disk/undecoded-names.ts";

/** File to add to a zip. */
export interface FileToZip {
  readonly path: string;
  /** Name in the zip, with slashes. */
  readonly name: string;
}

interface ZipOptions {
  readonly compression: Compression;
  /** Called with the bytes of a file as they are read. */
  readonly onRead?: (name: string, bytes: Buffer) => void;
  /** Called with the bytes of the zip as they are written. */
  readonly onWrite?: (bytes: Buffer) => void;
}

/** FileMaker files are mostly text with gaps: the fastest compression removes most of those and takes little of the host's time. */
const lightest: ZipOptions = { compression: { level: 1 } };

const chunkBytes = 262_144;

/** Writes files into a zip, one after another, without holding any in memory. @throws errors of reading or writing */
export async function writeZip(
  files: readonly FileToZip[],
  target: string,
  signal: AbortSignal,
  { compression, onRead, onWrite }: ZipOptions = lightest,
): Promise<void> {
  const entries = await Promise.all(
    files.map(async ({ path, name }) => {
      const { size = 0, mtime = new Date(0) } = (await found(path)) ?? {};
      const bytes = () => seen(bytesOf(path), (piece) => onRead?.(name, piece));
      return { name, modifiedAt: mtime, sizeBytes: size, bytes };
    }),
  );
  const zip = seen(zipBytes(entries, compression), (piece) => onWrite?.(piece));
  await pipeline(zip, createWriteStream(target, { flags: "wx", mode: 0o664 }), { signal });
}

async function* seen(pieces: AsyncIterable<Buffer>, see: (piece: Buffer) => void): AsyncGenerator<Buffer> {
  for await (const piece of pieces) {
    see(piece);
    yield piece;
  }
}

async function* bytesOf(path: string): AsyncGenerator<Buffer> {
  const file: FileHandle = await open(systemPath(path));
  try {
    for (;;) {
      const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(chunkBytes), 0, chunkBytes);
      if (bytesRead === 0) return;
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await file.close();
  }
}

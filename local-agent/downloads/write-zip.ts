import { createWriteStream } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { found } from "../disk/on-disk.ts";
import { systemPath } from "../disk/undecoded-names.ts";
import { zipBytes } from "../zip/zip-stream.ts";

/** A file that goes into a zip. */
export interface FileToZip {
  readonly path: string;
  /** Its name there, with slashes. */
  readonly name: string;
}

const chunkBytes = 262_144;

/** Writes files into a zip, one after the other; none of them is held in memory. @throws what reading or writing throws */
export async function writeZip(files: readonly FileToZip[], target: string, signal: AbortSignal): Promise<void> {
  const entries = await Promise.all(
    files.map(async ({ path, name }) => {
      const { size = 0, mtime = new Date(0) } = (await found(path)) ?? {};
      return { name, modifiedAt: mtime, sizeBytes: size, bytes: () => bytesOf(path) };
    }),
  );
  // Files of FileMaker are mostly text with gaps: the lightest packing takes the most of them away, and little of the host's time.
  await pipeline(zipBytes(entries, 1), createWriteStream(target, { flags: "wx", mode: 0o664 }), { signal });
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

import { createReadStream, createWriteStream } from "node:fs";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { ZipFile } from "yazl";

/** A file that goes into a zip. */
export interface ZipEntry {
  readonly path: string;
  /** Its name there, with slashes. */
  readonly name: string;
}

/** Files of FileMaker are mostly text with gaps: the lightest packing takes the most of them away, and little of the host's time. */
const compressionLevel = 1;

/** Writes files into a zip, one after the other; none of them is held in memory. @throws what reading or writing throws */
export async function writeZip(entries: readonly ZipEntry[], target: string, signal: AbortSignal): Promise<void> {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  zip.on("error", (thrown: Error) => output.destroy(thrown));
  for (const { path, name } of entries)
    zip.addReadStreamLazy(name, { mode: 0o100664, compressionLevel }, (ready) => ready(null, createReadStream(path)));
  zip.end();
  await pipeline(output, createWriteStream(target, { flags: "wx", mode: 0o664 }), { signal });
}

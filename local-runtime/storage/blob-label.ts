import { type FileHandle, open } from "node:fs/promises";
import type { BlobHead } from "#shared/ports/blobs.ts";
import { StoreUnavailable } from "#shared/ports/table.ts";
import { hasCode } from "./file-errors.ts";

/** Label stored in front of a blob's bytes, so that both change in one step. */
export type BlobLabel = Omit<BlobHead, "sizeBytes">;

export interface LabelledFile {
  readonly head: BlobHead;
  /** Position of the blob's first byte. */
  readonly offset: number;
}

const mark = Buffer.from("LKB1");
const lengthBytes = 2;
const longestLabel = 1_000;

export function writeLabel(label: BlobLabel): Buffer {
  const text = Buffer.from(JSON.stringify(label));
  if (text.byteLength > longestLabel) throw new RangeError("The content type is too long");
  const length = Buffer.alloc(lengthBytes);
  length.writeUInt16BE(text.byteLength);
  return Buffer.concat([mark, length, text]);
}

/** Returns undefined if the file doesn't exist. */
export async function readLabel(path: string): Promise<LabelledFile | undefined> {
  const file = await openIfThere(path);
  if (file === undefined) return undefined;
  try {
    return await labelOf(file);
  } finally {
    await file.close();
  }
}

export async function openIfThere(path: string): Promise<FileHandle | undefined> {
  try {
    return await open(path, "r");
  } catch (error) {
    if (hasCode(error, "ENOENT")) return undefined;
    throw error;
  }
}

export async function labelOf(file: FileHandle): Promise<LabelledFile> {
  const [{ size }, { buffer, bytesRead }] = await Promise.all([
    file.stat(),
    file.read(Buffer.alloc(mark.byteLength + lengthBytes + longestLabel), { position: 0 }),
  ]);
  const start = mark.byteLength + lengthBytes;
  if (bytesRead < start || !buffer.subarray(0, mark.byteLength).equals(mark)) {
    throw new StoreUnavailable("A blob file was not written by this service");
  }
  const offset = start + buffer.readUInt16BE(mark.byteLength);
  const label: BlobLabel = JSON.parse(buffer.toString("utf8", start, offset));
  return { head: { ...label, sizeBytes: size - offset }, offset };
}

import type { Blob, ByteRange } from "#shared/ports/blobs.ts";
import { StoreUnavailable } from "#shared/ports/table.ts";
import { labelOf, openIfThere, readLabel } from "./blob-label.ts";
import { onDisk } from "./file-errors.ts";

/** Reads a blob or a range of it. The file is opened when the body is first read, so unread bodies cost nothing. */
export async function readBlob(path: string, range: ByteRange = { from: 0 }): Promise<Blob | undefined> {
  const label = await readLabel(path);
  if (label === undefined) return undefined;
  const { head } = label;
  const whole = range.from === 0 && range.to === undefined;
  if (!whole) checkRange(range, head.sizeBytes);
  return {
    ...head,
    body: bytes(path, head.etag, range.from, Math.min(range.to ?? head.sizeBytes, head.sizeBytes - 1)),
  };
}

const chunkBytes = 64 * 1024;

async function* bytes(path: string, etag: string, from: number, to: number): AsyncGenerator<Uint8Array, void> {
  const file = await onDisk(() => openIfThere(path));
  if (file === undefined) throw new StoreUnavailable("The blob was deleted before it was read");
  try {
    const { head, offset } = await labelOf(file);
    if (head.etag !== etag) throw new StoreUnavailable("The blob was replaced before it was read");
    for (let place = from; place <= to; ) {
      const chunk = Buffer.allocUnsafe(Math.min(chunkBytes, to + 1 - place));
      const { bytesRead } = await onDisk(() => file.read(chunk, 0, chunk.byteLength, offset + place));
      if (bytesRead === 0) throw new StoreUnavailable("The blob's file is shorter than it was");
      place += bytesRead;
      yield chunk.subarray(0, bytesRead);
    }
  } finally {
    await file.close();
  }
}

function checkRange({ from, to = from }: ByteRange, sizeBytes: number): void {
  if (!Number.isSafeInteger(from) || !Number.isSafeInteger(to) || from < 0 || to < from || from >= sizeBytes) {
    throw new RangeError(`No such range in ${sizeBytes} bytes`);
  }
}

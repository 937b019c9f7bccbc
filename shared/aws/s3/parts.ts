/** Part of a stream, whose size depends on its number. Only the last one can be smaller, or empty. */
export interface Part {
  readonly number: number;
  readonly bytes: Uint8Array;
  readonly isLast: boolean;
}

/** Splits a stream of unknown length into parts. At most one part and one chunk of the stream are in memory. */
export async function* partsOf(
  body: AsyncIterable<Uint8Array>,
  sizeOf: (number: number) => number = partBytes,
): AsyncGenerator<Part, void> {
  let number = 1;
  let chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    size += chunk.byteLength;
    // Wait for more, because the last part is stored differently.
    while (size > sizeOf(number)) {
      const all = Buffer.concat(chunks);
      const bytes = all.subarray(0, sizeOf(number));
      yield { number, bytes, isLast: false };
      chunks = [all.subarray(bytes.byteLength)];
      size -= bytes.byteLength;
      number += 1;
    }
  }
  yield { number, bytes: Buffer.concat(chunks), isLast: true };
}

/**
 * Returns the size of a part. S3 accepts 10,000 parts of at least 5 MB: growing ones hold almost 500 GB, and small blobs need little
 * memory.
 */
function partBytes(number: number): number {
  return firstPartBytes * 2 ** Math.floor((number - 1) / 2_000);
}

const firstPartBytes = 8 * 1024 * 1024;

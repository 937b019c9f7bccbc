import { fetchMemoryBytes } from "#shared/blocks/content-reader.ts";
import { collectUncounted } from "#shared/node/heap.ts";
import { copyInto } from "#shared/ports/bytes/shared-memory.ts";

/** Memory into which one call at a time reads bytes. Shared with threads. */
export type FetchSpace = Uint8Array<SharedArrayBuffer>;

/**
 * Allocates memory for this number of concurrent calls, since allocating megabytes for each call costs more than hashing them. Shares it
 * with the thread that opens contents instead of transferring it: V8 counts transferred memory as new and scans the whole heap again and
 * again.
 */
export function fetchMemory(callsAtOnce: number) {
  const free = spacesIn(new SharedArrayBuffer(callsAtOnce * fetchMemoryBytes));
  const waiting: ((space: FetchSpace) => void)[] = [];

  return {
    /** Lends memory to a call as soon as some is free. */
    async lend<T>(use: (space: FetchSpace) => Promise<T>): Promise<T> {
      const space = free.pop() ?? (await new Promise<FetchSpace>((resolve) => waiting.push(resolve)));
      try {
        return await use(space);
      } finally {
        const next = waiting.shift();
        if (next === undefined) free.push(space);
        else next(space);
      }
    },

    /** Releases the memory. Nothing can be lent afterward. */
    async giveBack(): Promise<void> {
      free.length = 0;
      await collectUncounted();
    },
  };
}

/**
 * Returns what a call fetched, in its memory. Copies it if it is elsewhere, for example if the store ignores ranges and sends more than
 * fits.
 */
export function within(space: FetchSpace, bytes: Uint8Array): FetchSpace {
  if (bytes.buffer === space.buffer) return new Uint8Array(space.buffer, bytes.byteOffset, bytes.length);
  copyInto(space, 0, bytes);
  return space.subarray(0, bytes.length);
}

function spacesIn(shared: SharedArrayBuffer): FetchSpace[] {
  return Array.from(
    { length: shared.byteLength / fetchMemoryBytes },
    (_, index) => new Uint8Array(shared, index * fetchMemoryBytes, fetchMemoryBytes),
  );
}

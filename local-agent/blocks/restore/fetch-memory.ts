import { fetchMemoryBytes } from "#shared/blocks/content-reader.ts";
import { collectUncounted } from "#shared/node/heap.ts";
import { copyInto } from "#shared/ports/bytes/shared-memory.ts";

/** Memory that one call at a time brings bytes into. Threads share it. */
export type FetchSpace = Uint8Array<SharedArrayBuffer>;

/**
 * Memory for so many calls at a time: as many megabytes made anew for each call cost more than hashing them. It is shared with
 * the thread that opens what has come, not sent to and fro: V8 counts what comes back as new, and looks through the whole heap again and again.
 */
export function fetchMemory(callsAtOnce: number) {
  const free = spacesIn(new SharedArrayBuffer(callsAtOnce * fetchMemoryBytes));
  const waiting: ((space: FetchSpace) => void)[] = [];

  return {
    /** Lends memory to a call, as soon as some is free. */
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

    /** Gives it back to the machine. Nothing is lent any more. */
    async giveBack(): Promise<void> {
      free.length = 0;
      await collectUncounted();
    },
  };
}

/** What a call has brought, in its memory: copied where it lies elsewhere, as from a store that knows no ranges and sends more than fits. */
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

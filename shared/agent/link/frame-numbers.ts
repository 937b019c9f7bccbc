/** Sequence numbers reserved at a time: a write per frame would cost more than the frame. */
const atOnce = 200;

interface Block {
  next: number;
  readonly last: number;
}

/**
 * Returns sequence numbers for the service's frames, unique across processes. `reserve` takes a block of numbers from the store
 * permanently and returns the last one. Numbers left over when the process ends are never used.
 */
export function frameNumbers(reserve: (count: number) => Promise<number>): () => Promise<number> {
  let current: Promise<Block> | undefined;

  const take = async (): Promise<Block> => {
    try {
      const last = await reserve(atOnce);
      return { next: last - atOnce + 1, last };
    } catch (thrown) {
      current = undefined;
      throw thrown;
    }
  };

  return async () => {
    for (;;) {
      current ??= take();
      const asked = current;
      const block = await asked;
      if (block.next <= block.last) return block.next++;
      // Callers that find the block empty wait for the same new one.
      if (current === asked) current = undefined;
    }
  };
}

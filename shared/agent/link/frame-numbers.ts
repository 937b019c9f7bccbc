/** How many numbers are taken from the store at once: a write for each frame would cost more than the frame. */
const atOnce = 200;

interface Block {
  next: number;
  readonly last: number;
}

/**
 * Numbers for the service's frames, no two alike, whichever process gives them out. `reserve` takes so many out of the store,
 * never to return, and answers the last of them; those that are left when the process ends are never used.
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
      // All who found it empty wait for the same new one.
      if (current === asked) current = undefined;
    }
  };
}

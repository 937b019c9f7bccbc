/** Cache of rows by number, in blocks. The least recently used block is removed first. */
export interface BlockCache<Row> {
  get(number: number): Row | undefined;
  put(number: number, row: Row): void;
  /** Marks a block as recently used. */
  touch(block: number): void;
  /** Returns the blocks in which some of these rows are missing. */
  missing(first: number, end: number): readonly number[];
  blocksOf(first: number, end: number): readonly number[];
  clear(): void;
  readonly size: number;
}

export function blockCache<Row>(rowsPerBlock: number, maxBlocks: number): BlockCache<Row> {
  const blocks = new Map<number, (Row | undefined)[]>();
  const blockOf = (number: number) => Math.floor(number / rowsPerBlock);

  const touch = (block: number): void => {
    const rows = blocks.get(block);
    if (rows === undefined) return;
    blocks.delete(block);
    blocks.set(block, rows);
  };
  const blocksOf = (first: number, end: number): readonly number[] => {
    if (end <= first) return [];
    const from = blockOf(first);
    return Array.from({ length: blockOf(end - 1) - from + 1 }, (_, index) => from + index);
  };
  const get = (number: number) => blocks.get(blockOf(number))?.[number % rowsPerBlock];

  return {
    get,
    put(number, row) {
      const block = blockOf(number);
      if (blocks.has(block)) touch(block);
      else blocks.set(block, []);
      const rows = blocks.get(block);
      if (rows !== undefined) rows[number % rowsPerBlock] = row;
      const [oldest] = blocks.keys();
      if (blocks.size > maxBlocks && oldest !== undefined) blocks.delete(oldest);
    },
    touch,
    missing: (first, end) =>
      blocksOf(first, end).filter((block) => {
        const [from, to] = [Math.max(first, block * rowsPerBlock), Math.min(end, (block + 1) * rowsPerBlock)];
        for (let number = from; number < to; number += 1) if (get(number) === undefined) return true;
        return false;
      }),
    blocksOf,
    clear: () => blocks.clear(),
    get size() {
      return blocks.size;
    },
  };
}

/** Consecutive numbers. */
export interface Run {
  readonly first: number;
  readonly last: number;
}

/** Returns sorted numbers as runs of consecutive ones. */
export function runsOf(blocks: readonly number[]): readonly Run[] {
  const runs: { first: number; last: number }[] = [];
  for (const block of blocks) {
    const run = runs.at(-1);
    if (run !== undefined && run.last === block - 1) run.last = block;
    else runs.push({ first: block, last: block });
  }
  return runs;
}

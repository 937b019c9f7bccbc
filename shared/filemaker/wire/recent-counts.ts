import type { Clock } from "#shared/ports/clock.ts";

const slots = 10;
const slotMs = 1_000;

/** Number of calls within ten seconds, and how many of them are marked. */
export interface RecentCounts {
  readonly calls: number;
  readonly marked: number;
  addCall(): void;
  addMark(): void;
  clear(): void;
}

/** Counts by second: counts older than ten seconds are dropped, and a clock that was set back resets them. */
export function recentCounts(clock: Pick<Clock, "now">): RecentCounts {
  const calls = new Array<number>(slots).fill(0);
  const marked = new Array<number>(slots).fill(0);
  let latest = 0;

  const clear = (): void => {
    calls.fill(0);
    marked.fill(0);
  };

  const slot = (): number => {
    const current = Math.floor(clock.now() / slotMs);
    if (current < latest || current - latest >= slots) clear();
    else for (let past = latest + 1; past <= current; past += 1) calls[past % slots] = marked[past % slots] = 0;
    latest = current;
    return current % slots;
  };

  const total = (counts: readonly number[]): number => {
    slot();
    return counts.reduce((sum, count) => sum + count, 0);
  };

  return {
    get calls() {
      return total(calls);
    },
    get marked() {
      return total(marked);
    },
    addCall() {
      const current = slot();
      calls[current] = (calls[current] ?? 0) + 1;
    },
    addMark() {
      const current = slot();
      marked[current] = (marked[current] ?? 0) + 1;
    },
    clear,
  };
}

import { StoreFull, StoreUnavailable } from "../ports/table.ts";
import { type FailureCounts, noFailures } from "./failure-counts.ts";

/** The first counts, and while their store takes nothing the second too: a limiter that fails does not open (L1). */
export function countsWithFallback(first: FailureCounts, second: FailureCounts): FailureCounts {
  return {
    async read(id) {
      const [stored, own] = await Promise.all([orElse(noFailures, first.read(id)), second.read(id)]);
      return {
        failures: stored.failures + own.failures,
        pausedUntil: Math.max(stored.pausedUntil, own.pausedUntil),
      };
    },

    async add(id, limit) {
      const counted = first.add(id, limit).then(() => true);
      if (!(await orElse(false, counted))) await second.add(id, limit);
    },

    async forget(id) {
      // What the store cannot delete expires there; the success that led here stands either way.
      await Promise.all([orElse(undefined, first.forget(id)), second.forget(id)]);
    },
  };
}

async function orElse<T>(without: T, answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (thrown) {
    if (thrown instanceof StoreUnavailable || thrown instanceof StoreFull) return without;
    throw thrown;
  }
}

import { StoreFull, StoreUnavailable } from "#shared/ports/table.ts";
import { type FailureCount, type FailureCounts, noFailures } from "./failure-counts.ts";

/** The first counts, and while their store takes nothing the second too: a limiter that fails does not open (L1). */
export function countsWithFallback(first: FailureCounts, second: FailureCounts): FailureCounts {
  return {
    async read(id) {
      return together(...(await Promise.all([orElse(noFailures, first.read(id)), second.read(id)])));
    },

    async add(id, limit) {
      const counted = await orElse(undefined, first.add(id, limit));
      return counted === undefined ? second.add(id, limit) : together(counted, await second.read(id));
    },

    async forget(id) {
      // What the store cannot delete expires there; the success that led here stands either way.
      await Promise.all([orElse(undefined, first.forget(id)), second.forget(id)]);
    },
  };
}

function together(one: FailureCount, other: FailureCount): FailureCount {
  return {
    failures: one.failures + other.failures,
    pausedUntil: Math.max(one.pausedUntil, other.pausedUntil),
    endsAt: Math.max(one.endsAt, other.endsAt),
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

import type { Clock } from "#shared/ports/clock.ts";
import type { FailureCounts } from "./failure-counts.ts";
import { countsTogether, noFailures } from "./failure-limits.ts";
import { orWithoutStore } from "./or-without-store.ts";

/**
 * Uses the first counts, and also the second ones while the store of the first is unavailable: a limiter that fails must not allow more.
 */
export function countsWithFallback(first: FailureCounts, second: FailureCounts, clock: Clock): FailureCounts {
  return {
    async read(counted) {
      const [one, other] = await Promise.all([orWithoutStore(noFailures, first.read(counted)), second.read(counted)]);
      return countsTogether(one, other, counted.limit, clock.now());
    },

    async add(counted) {
      const count = await orWithoutStore(undefined, first.add(counted));
      if (count === undefined) return second.add(counted);
      return countsTogether(count, await second.read(counted), counted.limit, clock.now());
    },

    async forget(counted) {
      // Counts that can't be deleted from the store expire there; the success counts anyway.
      await Promise.all([orWithoutStore(undefined, first.forget(counted)), second.forget(counted)]);
    },
  };
}

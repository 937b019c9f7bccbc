import type { Clock } from "#shared/ports/clock.ts";
import type { FailureCounts } from "./failure-counts.ts";
import { countsTogether, noFailures } from "./failure-limits.ts";
import { orWithoutStore } from "./or-without-store.ts";

/** The first counts, and while their store takes nothing the second too: a limiter that fails does not open (L1). */
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
      // What the store cannot delete expires there; the success that led here stands either way.
      await Promise.all([orWithoutStore(undefined, first.forget(counted)), second.forget(counted)]);
    },
  };
}

import type { Clock } from "#shared/ports/clock.ts";
import type { FailureCounts } from "./failure-counts.ts";
import { countAfterFailure, countNow, type FailureCount, noFailures } from "./failure-limits.ts";

const mostCounts = 10_000;

/** Counts of this process alone, for as long as the table takes none. Those of each kind (what an id begins with) are kept apart. */
export function memoryCounts(clock: Clock): FailureCounts {
  const kinds = new Map<string, Map<string, FailureCount>>();

  const ofKind = (id: string): Map<string, FailureCount> => {
    const kind = id.slice(0, id.indexOf("#"));
    const counts = kinds.get(kind) ?? new Map<string, FailureCount>();
    kinds.set(kind, counts);
    return counts;
  };

  return {
    async read({ id, limit }) {
      return countNow(ofKind(id).get(id) ?? noFailures, limit, clock.now());
    },

    async add({ id, limit }) {
      const counts = ofKind(id);
      const count = countAfterFailure(counts.get(id) ?? noFailures, limit, clock.now());
      counts.delete(id);
      counts.set(id, count);
      // Many different names make us forget the oldest of their kind, never run out of memory.
      if (counts.size > mostCounts) counts.delete(counts.keys().next().value as string);
      return count;
    },

    async forget({ id }) {
      ofKind(id).delete(id);
    },
  };
}

import type { Clock } from "#shared/ports/clock.ts";
import type { FailureCounts } from "./failure-counts.ts";
import { countAfterFailure, countNow, type FailureCount, noFailures } from "./failure-limits.ts";

const maxCounts = 10_000;

/**
 * Creates counts in memory, for times when the table isn't writable. The kinds of subjects, which are the prefixes of ids, are stored
 * separately.
 */
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
      // With many different names, the oldest of their kind are removed, so that memory use is limited.
      if (counts.size > maxCounts) counts.delete(counts.keys().next().value as string);
      return count;
    },

    async forget({ id }) {
      ofKind(id).delete(id);
    },
  };
}

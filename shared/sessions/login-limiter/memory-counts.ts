import type { Clock } from "#shared/ports/clock.ts";
import { type FailureCount, type FailureCounts, noFailures, pauseMs } from "./failure-counts.ts";

const mostCounts = 10_000;

/** Counts of this process alone, for as long as the table takes none. */
export function memoryCounts(clock: Clock): FailureCounts {
  const counts = new Map<string, FailureCount>();

  const current = (id: string): FailureCount | undefined => {
    const count = counts.get(id);
    return count !== undefined && count.endsAt > clock.now() ? count : undefined;
  };

  /** Many different names make us forget the oldest of them, never run out of memory. */
  const evict = () => {
    if (counts.size < mostCounts) return;
    for (const [id, { endsAt }] of counts) if (endsAt <= clock.now()) counts.delete(id);
    for (const id of counts.keys()) {
      if (counts.size < mostCounts) return;
      counts.delete(id);
    }
  };

  return {
    async read(id) {
      return current(id) ?? noFailures;
    },

    async add(id, limit) {
      const now = clock.now();
      const before = current(id);
      const failures = (before?.failures ?? 0) + 1;
      const pausedUntil = failures < limit.failures ? 0 : now + pauseMs(failures, limit);
      const endsAt = pausedUntil === 0 ? (before?.endsAt ?? now + limit.windowMs) : pausedUntil + limit.rememberedMs;
      const count = { failures, pausedUntil, endsAt };
      counts.delete(id);
      evict();
      counts.set(id, count);
      return count;
    },

    async forget(id) {
      counts.delete(id);
    },
  };
}

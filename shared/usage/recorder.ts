import type { Clock } from "#shared/ports/clock.ts";
import type { UsageCounters } from "./counters.ts";
import type { UsageStore } from "./store.ts";

/** Stores what a process counts. */
export interface UsageRecorder {
  /** Writes completed minutes. Failed writes are retried with the next flush. */
  flush(): Promise<void>;
  /** Writes all counts, for a process that shuts down normally. */
  close(): Promise<void>;
}

interface UsageRecorderDependencies {
  readonly counters: UsageCounters;
  readonly store: Pick<UsageStore, "putMinute">;
  readonly clock: Pick<Clock, "now">;
}

export function usageRecorder({ counters, store, clock }: UsageRecorderDependencies): UsageRecorder {
  const flush = async (): Promise<void> => {
    for (const minute of counters.closed(clock.now())) {
      await store.putMinute(minute);
      counters.drop(minute);
    }
  };
  return {
    flush,
    async close() {
      counters.end(clock.now());
      await flush();
    },
  };
}

import type { Clock } from "#shared/ports/clock.ts";
import type { UsageCounters } from "./counters.ts";
import { minuteMs, quietMs } from "./period.ts";
import type { UsageStore } from "./store.ts";

/** Stores what a process counts. */
export interface UsageRecorder {
  /**
   * Writes completed minutes. Failed writes are retried with the next flush. With `quietWaits`, minutes without counts wait for
   * others, for ten minutes at most: an idle service rarely writes.
   */
  flush(options?: { readonly quietWaits: boolean }): Promise<void>;
  /** Writes all counts, for a process that shuts down normally. */
  close(): Promise<void>;
}

interface UsageRecorderDependencies {
  readonly counters: UsageCounters;
  readonly store: Pick<UsageStore, "putMinute">;
  readonly clock: Pick<Clock, "now">;
}

export function usageRecorder({ counters, store, clock }: UsageRecorderDependencies): UsageRecorder {
  const flush: UsageRecorder["flush"] = async ({ quietWaits } = { quietWaits: false }) => {
    const minutes = counters.closed(clock.now());
    const areQuiet = minutes.length * minuteMs < quietMs && minutes.every(({ rows }) => rows.length === 0);
    if (quietWaits && areQuiet) return;
    // At the same time, so that the store can commit them together.
    await Promise.all(
      minutes.map(async (minute) => {
        await store.putMinute({ ...minute, areNextLate: quietWaits });
        counters.drop(minute);
      }),
    );
  };
  return {
    flush,
    async close() {
      counters.end(clock.now());
      await flush();
    },
  };
}

import type { CountedCall } from "./counted-call.ts";
import type { UsageCounters } from "./counters.ts";
import type { MetricName } from "./metrics/contract.ts";
import { type Labels, singleValue } from "./series.ts";

/** Completed event other than a proxied call: its labels and counted values. Durations are in milliseconds. */
export interface CountedEvent {
  readonly labels: Labels;
  readonly values: Readonly<Partial<Record<MetricName, number>>>;
}

/** Counts events. No method waits or accesses a store. */
export interface UsageCounting {
  /** Counts a completed proxied call. Returns the text to add to its log line if counts are collected from log lines. */
  call(at: number, call: CountedCall): string | undefined;
  /** Counts another completed event. */
  event(at: number, event: CountedEvent): void;
}

/** Counts in the memory of this process. */
export function countingIn(counters: Pick<UsageCounters, "call" | "add">): UsageCounting {
  return {
    call(at, call) {
      counters.call(at, call);
      return undefined;
    },
    event(at, { labels, values }) {
      for (const [metric, value] of Object.entries(values) as [MetricName, number][])
        counters.add(at, metric, labels, singleValue(metric, value));
    },
  };
}

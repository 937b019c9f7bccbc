import type { CountedCall } from "./counted-call.ts";
import type { UsageCounters } from "./counters.ts";
import type { MetricName } from "./metrics/contract.ts";
import { type Labels, singleValue } from "./series.ts";

/** Something that has ended and is no proxied call: what it is about, and what is counted of it. Durations are milliseconds. */
export interface CountedEvent {
  readonly labels: Labels;
  readonly values: Readonly<Partial<Record<MetricName, number>>>;
}

/** Counts what has happened. It never waits, and asks no store. */
export interface UsageCounting {
  /** Counts a proxied call that ended at a moment. Answers what its line in the log has to say of it, where lines are counted. */
  call(at: number, call: CountedCall): string | undefined;
  /** Counts something else that ended at a moment. */
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

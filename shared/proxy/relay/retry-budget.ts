import { recentCounts } from "#shared/filemaker/wire/recent-counts.ts";
import type { Clock } from "#shared/ports/clock.ts";

const fewestRetries = 3;
const shareOfCalls = 0.2;

/**
 * Limits repeated calls, so that a failing server doesn't get every call twice: a fifth of the calls within ten seconds, but at
 * least three.
 */
export interface RetryBudget {
  addCall(): void;
  /** True if one more call can be repeated. Counts it. */
  take(): boolean;
}

export function retryBudget(clock: Pick<Clock, "now">): RetryBudget {
  const recent = recentCounts(clock);
  return {
    addCall: recent.addCall,
    take() {
      if (recent.marked >= Math.max(fewestRetries, recent.calls * shareOfCalls)) return false;
      recent.addMark();
      return true;
    },
  };
}

import { recentCounts } from "#shared/filemaker/wire/recent-counts.ts";
import type { Clock } from "#shared/ports/clock.ts";

const fewestRetries = 3;
const shareOfCalls = 0.2;

/** Keeps a server that fails from getting every call twice (U9): a fifth of the calls of ten seconds goes out again, and three in any case. */
export interface RetryBudget {
  addCall(): void;
  /** Whether one more call may go out again; it counts if so. */
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

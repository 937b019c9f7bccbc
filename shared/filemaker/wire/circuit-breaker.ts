import type { Clock } from "#shared/ports/clock.ts";
import { recentCounts } from "./recent-counts.ts";

const fewestCalls = 20;
/** For how long no call goes out, and for how long the one that tries then has the server to itself. */
const openMs = 5_000;

/** Keeps calls from a server that fails (U9): they are refused at once, and it gets the time to recover. */
export interface CircuitBreaker {
  /** Whether a call may go out: none for five seconds after half of at least 20 calls in ten seconds were faults, then one that tries. */
  admits(): boolean;
  record(isFault: boolean): void;
}

export function circuitBreaker(clock: Pick<Clock, "now">): CircuitBreaker {
  const recent = recentCounts(clock);
  /** Until when nothing goes out; undefined while everything does. */
  let openUntil: number | undefined;
  let isTrying = false;

  const open = (): void => {
    openUntil = clock.now() + openMs;
    isTrying = false;
    recent.clear();
  };

  return {
    admits() {
      if (openUntil === undefined) return true;
      const leftMs = openUntil - clock.now();
      // Longer than it can take: the clock was set back.
      if (leftMs > 0 && leftMs <= openMs) return false;
      // Where the one that tries has not ended after five seconds, another does.
      openUntil = clock.now() + openMs;
      isTrying = true;
      return true;
    },

    record(isFault) {
      if (openUntil !== undefined) {
        // Calls from before it opened say nothing of how the server is now.
        if (!isTrying) return;
        if (isFault) open();
        else openUntil = undefined;
        return;
      }
      recent.addCall();
      if (!isFault) return;
      recent.addMark();
      if (recent.calls >= fewestCalls && recent.marked * 2 >= recent.calls) open();
    },
  };
}

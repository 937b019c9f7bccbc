import type { Clock } from "#shared/ports/clock.ts";
import { recentCounts } from "./recent-counts.ts";

const fewestCalls = 20;
/** Time without calls, and then the time that a single trial call has before the next one. Milliseconds. */
const openMs = 5_000;

/** Blocks calls to a failing server: they are refused at once, so that it can recover. */
export interface CircuitBreaker {
  /** True if a call can be sent. If half of at least 20 calls in ten seconds were faults, none is for five seconds, then one as a trial. */
  admits(): boolean;
  record(isFault: boolean): void;
}

export function circuitBreaker(clock: Pick<Clock, "now">): CircuitBreaker {
  const recent = recentCounts(clock);
  /** End of the time without calls. Undefined while calls are sent. */
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
      // Longer than possible: the clock was set back.
      if (leftMs > 0 && leftMs <= openMs) return false;
      // If the trial call hasn't ended after five seconds, another one is sent.
      openUntil = clock.now() + openMs;
      isTrying = true;
      return true;
    },

    record(isFault) {
      if (openUntil !== undefined) {
        // Calls from before it opened say nothing about the server's current state.
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

import type { Stopwatch } from "#shared/ports/clock.ts";
import { settled } from "./settled.ts";

/** Clock that stands still until a test turns it. */
export interface TurnableClock extends Stopwatch {
  /** Advances the time. Sleepers whose time has come wake in order, each at its own time, before this resolves. */
  turn(milliseconds: number): Promise<void>;
  /** Number of current sleepers. */
  readonly sleepers: number;
}

export function turnableClock(startMs = Date.UTC(2026, 10, 20, 12)): TurnableClock {
  let now = startMs;
  const asleep = new Set<Sleeper>();

  function next(until: number): Sleeper | undefined {
    let first: Sleeper | undefined;
    for (const sleeper of asleep) {
      if (sleeper.due <= until && (first === undefined || sleeper.due < first.due)) first = sleeper;
    }
    return first;
  }

  return {
    now: () => now,
    monotonic: () => now - startMs,
    sleep(milliseconds, signal) {
      if (signal?.aborted === true) return Promise.reject(signal.reason);
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const sleeper: Sleeper = {
        due: now + Math.max(0, milliseconds),
        wake() {
          asleep.delete(sleeper);
          signal?.removeEventListener("abort", aborted);
          resolve();
        },
      };
      function aborted(): void {
        asleep.delete(sleeper);
        reject(signal?.reason);
      }
      signal?.addEventListener("abort", aborted, { once: true });
      asleep.add(sleeper);
      return promise;
    },
    async turn(milliseconds) {
      const until = now + milliseconds;
      await settled();
      for (let sleeper = next(until); sleeper !== undefined; sleeper = next(until)) {
        now = Math.max(now, sleeper.due);
        sleeper.wake();
        await settled();
      }
      now = until;
      await settled();
    },
    get sleepers() {
      return asleep.size;
    },
  };
}

interface Sleeper {
  readonly due: number;
  wake(): void;
}

import type { Clock } from "#shared/ports/clock.ts";

/** Wakes code that waits for an event in this process. */
export interface Notifier {
  notify(): void;
  /** Number of notifications so far. Code that checks first and then waits can see whether something happened in between. */
  readonly count: number;
  /** Resolves at the next `notify()`, after `milliseconds`, or when the signal aborts, whichever comes first. */
  waitFor(clock: Clock, milliseconds: number, signal: AbortSignal): Promise<void>;
}

export function notifier(): Notifier {
  let waiting = new Set<() => void>();
  let count = 0;

  return {
    get count() {
      return count;
    },
    notify() {
      count += 1;
      const woken = waiting;
      waiting = new Set();
      for (const wake of woken) wake();
    },
    async waitFor(clock, milliseconds, signal) {
      const notified = new AbortController();
      const wake = (): void => notified.abort();
      waiting.add(wake);
      const over = AbortSignal.any([notified.signal, signal]);
      try {
        await clock.sleep(milliseconds, over);
      } catch (error) {
        if (!over.aborted) throw error;
      } finally {
        waiting.delete(wake);
      }
    },
  };
}

import type { Clock } from "#shared/ports/clock.ts";

/** Wakes those who wait for something to happen in this process. */
export interface Bell {
  ring(): void;
  /** Resolves when the bell rings, after `milliseconds`, or when the signal aborts: whatever comes first. */
  waitFor(clock: Clock, milliseconds: number, signal: AbortSignal): Promise<void>;
}

export function bell(): Bell {
  let waiting = new Set<() => void>();

  return {
    ring() {
      const woken = waiting;
      waiting = new Set();
      for (const wake of woken) wake();
    },
    async waitFor(clock, milliseconds, signal) {
      const rung = new AbortController();
      const wake = (): void => rung.abort();
      waiting.add(wake);
      const over = AbortSignal.any([rung.signal, signal]);
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

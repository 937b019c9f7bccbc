import type { Clock } from "#shared/ports/clock.ts";

/** Repeats `work` with pauses of `pauseMs` until it is stopped. A failed round is retried in the next. */
export function repeating(clock: Clock, pauseMs: number, work: () => Promise<unknown>): { stop(): void } {
  const stopping = new AbortController();

  async function rounds(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        await clock.sleep(pauseMs, stopping.signal);
        await work();
      } catch (error) {
        if (!stopping.signal.aborted) process.emitWarning(error instanceof Error ? error : String(error));
      }
    }
  }

  void rounds();
  return { stop: () => stopping.abort() };
}

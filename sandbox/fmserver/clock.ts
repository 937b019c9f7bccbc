/** Anything that tells the time in milliseconds since the epoch. */
export interface TimeSource {
  now(): number;
}

/** The sandbox's time: another clock's, plus what `advance` has added. */
export interface SandboxClock extends TimeSource {
  advance(milliseconds: number): void;
  /** Resolves when that much sandbox time has passed, or the signal is aborted. */
  wait(milliseconds: number, signal?: AbortSignal): Promise<void>;
  /** Ends every wait, so that nothing keeps the process. */
  close(): void;
}

export function sandboxClock(source: TimeSource = Date): SandboxClock {
  let added = 0;
  const waiting = new Set<{ readonly dueAt: number; readonly wake: () => void }>();
  const now = (): number => source.now() + added;
  return {
    now,
    advance(milliseconds) {
      added += milliseconds;
      for (const waiter of [...waiting]) if (waiter.dueAt <= now()) waiter.wake();
    },
    wait(milliseconds, signal) {
      if (milliseconds <= 0 || signal?.aborted) return Promise.resolve();
      return new Promise((resolve) => {
        const wake = (): void => {
          clearTimeout(timer);
          waiting.delete(waiter);
          signal?.removeEventListener("abort", wake);
          resolve();
        };
        const waiter = { dueAt: now() + milliseconds, wake };
        const timer = setTimeout(wake, milliseconds);
        waiting.add(waiter);
        signal?.addEventListener("abort", wake);
      });
    },
    close() {
      for (const waiter of [...waiting]) waiter.wake();
    },
  };
}

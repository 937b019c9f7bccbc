/** Clock in milliseconds since the epoch. */
export interface TimeSource {
  now(): number;
}

/** Clock of the sandbox: another clock, plus the time added by `advance`. */
export interface SandboxClock extends TimeSource {
  advance(milliseconds: number): void;
  /** Resolves after this much sandbox time, or when the signal is aborted. */
  wait(milliseconds: number, signal?: AbortSignal): Promise<void>;
  /** Calls `act` at a time. The returned function cancels it. */
  at(dueAt: number, act: () => void): () => void;
  /** Runs due tasks. Timers don't notice that the clock was advanced, so every request calls this first. */
  tick(): void;
  /** Ends all waits and cancels all tasks, so that the process can exit. */
  close(): void;
}

interface Planned {
  readonly dueAt: number;
  readonly act: () => void;
  timer: NodeJS.Timeout | undefined;
}

/** Longest delay of a timer, in milliseconds. */
const LONGEST_TIMER = 2 ** 31 - 1;

export function sandboxClock(source: TimeSource = Date): SandboxClock {
  let added = 0;
  let closed = false;
  const planned = new Set<Planned>();
  const waiting = new Set<() => void>();
  const now = (): number => source.now() + added;

  const arm = (entry: Planned, milliseconds: number): NodeJS.Timeout => {
    const step = Math.min(Math.max(milliseconds, 0), LONGEST_TIMER);
    const timer = setTimeout(() => {
      if (milliseconds > step) entry.timer = arm(entry, milliseconds - step);
      else run(entry);
    }, step);
    return timer.unref();
  };
  const forget = (entry: Planned): void => {
    clearTimeout(entry.timer);
    planned.delete(entry);
  };
  const run = (entry: Planned): void => {
    if (!planned.has(entry)) return;
    forget(entry);
    entry.act();
  };
  const at = (dueAt: number, act: () => void): (() => void) => {
    if (closed) return () => undefined;
    const entry: Planned = { dueAt, act, timer: undefined };
    entry.timer = arm(entry, dueAt - now());
    planned.add(entry);
    return () => forget(entry);
  };
  const tick = (): void => {
    // A task can plan another one that is already due; the earliest runs first.
    while (planned.size > 0) {
      let next: Planned | undefined;
      for (const entry of planned) if (next === undefined || entry.dueAt < next.dueAt) next = entry;
      if (next === undefined || next.dueAt > now()) return;
      run(next);
    }
  };

  return {
    now,
    at,
    tick,
    advance(milliseconds) {
      added += milliseconds;
      tick();
    },
    wait(milliseconds, signal) {
      if (closed || milliseconds <= 0 || signal?.aborted) return Promise.resolve();
      return new Promise((resolve) => {
        const wake = (): void => {
          forgetIt();
          waiting.delete(wake);
          signal?.removeEventListener("abort", wake);
          resolve();
        };
        const forgetIt = at(now() + milliseconds, wake);
        waiting.add(wake);
        signal?.addEventListener("abort", wake);
      });
    },
    close() {
      closed = true;
      for (const wake of [...waiting]) wake();
      for (const entry of [...planned]) forget(entry);
    },
  };
}

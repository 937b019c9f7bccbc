/** Clock of the core. Tests pass one that they control. */
export interface Clock {
  /** Returns milliseconds since the Unix epoch. */
  now(): number;
  /** Resolves after `milliseconds`. Rejects with the signal's reason if it aborts first. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

/** Clock that also measures durations, independently of changes of the system time. */
export interface Stopwatch extends Clock {
  /** Returns fractional milliseconds since an arbitrary time. Never runs backwards. */
  monotonic(): number;
}

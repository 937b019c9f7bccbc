/** Time, as the core sees it. Tests hand in a clock that they turn. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number;
  /** Resolves after `milliseconds`; rejects with the signal's reason when it aborts first. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

/** A clock that also takes durations, which nobody who sets the time makes longer or shorter. */
export interface Stopwatch extends Clock {
  /** Milliseconds, with parts of them, since a moment that says nothing. Never runs backwards. */
  monotonic(): number;
}

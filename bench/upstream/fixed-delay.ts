import { performance } from "node:perf_hooks";

/** Runs a function after the delay, or immediately without one. */
export type Delay = (then: () => void) => void;

/**
 * Returns a delay that is the same for every call, accurate to some microseconds.
 * Node's timers use whole milliseconds of the event loop's clock, which in a closed loop would hide the fractions of a millisecond that a
 * proxy adds. Therefore the end of a delay is polled.
 */
export function fixedDelay(delayMs: number): Delay {
  if (delayMs === 0) return (then) => then();

  const waiting: { readonly dueAt: number; readonly then: () => void }[] = [];
  let watching = false;

  return (then) => {
    waiting.push({ dueAt: performance.now() + delayMs, then });
    if (!watching) watch();
  };

  function watch(): void {
    const now = performance.now();
    // All delays are equal, so they are due in order.
    for (let next = waiting[0]; next !== undefined && next.dueAt <= now; next = waiting[0]) {
      waiting.shift();
      next.then();
    }
    const next = waiting[0];
    watching = next !== undefined;
    if (next === undefined) return;
    const sleepMs = Math.floor(next.dueAt - now - WATCHED_MS);
    if (sleepMs >= 1) setTimeout(watch, sleepMs);
    else setImmediate(watch);
  }
}

const WATCHED_MS = 1.5;

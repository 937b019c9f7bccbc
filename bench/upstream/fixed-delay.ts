import { performance } from "node:perf_hooks";

/** Runs what it is given after the delay, or at once when there is none. */
export type Delay = (then: () => void) => void;

/**
 * The same wait for every call, exact to some microseconds.
 * Node's timers count whole milliseconds of the loop's clock, which in a closed loop would swallow exactly the
 * fractions of a millisecond that a proxy adds. So the last stretch of a wait is watched, not slept.
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
    // All wait equally long, so who came first is due first.
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

import { setTimeout as delay } from "node:timers/promises";
import type { Stopwatch } from "#shared/ports/clock.ts";

/** System clock. */
export const systemClock: Stopwatch = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  async sleep(milliseconds, signal) {
    // A longer delay would overflow Node's timer and fire immediately.
    for (let left = Math.max(0, milliseconds); ; left -= longestDelayMs) {
      await pause(Math.min(left, longestDelayMs), signal);
      if (left <= longestDelayMs) return;
    }
  },
};

const longestDelayMs = 2 ** 31 - 1;

async function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  try {
    await delay(milliseconds, undefined, signal === undefined ? {} : { signal });
  } catch (error) {
    // Node wraps the reason in an AbortError; the port promises the reason itself.
    throw signal?.aborted === true ? signal.reason : error;
  }
}

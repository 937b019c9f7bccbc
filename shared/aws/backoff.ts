import type { Clock } from "#shared/ports/clock.ts";
import type { Ids } from "#shared/ports/ids.ts";

/** Waits before the next attempt: longer after each one, and randomized so that competitors don't collide again. */
export function backoff(clock: Pick<Clock, "sleep">, ids: Pick<Ids, "bytes">): (attempt: number) => Promise<void> {
  return async (attempt) => {
    const [chance = 0] = ids.bytes(1);
    const longest = Math.min(longestMs, shortestMs * 2 ** attempt);
    await clock.sleep(longest * (0.5 + chance / 510));
  };
}

const shortestMs = 10;
const longestMs = 640;

const longestMs = 60_000;

/** Returns milliseconds until the next attempt: growing, and random so that agents don't reconnect together. */
export function reconnectPauseMs(attempt: number, chance = Math.random()): number {
  return Math.min(longestMs, 1_000 * 2 ** attempt) * (0.5 + chance / 2);
}

const longestMs = 60_000;

/** How long to wait before the next attempt: growing, and no two agents alike. */
export function reconnectPauseMs(attempt: number, chance = Math.random()): number {
  return Math.min(longestMs, 1_000 * 2 ** attempt) * (0.5 + chance / 2);
}

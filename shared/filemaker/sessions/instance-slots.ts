import { limitOf, type Pool } from "./pool.ts";
import type { CallKind, SessionUse } from "./pooled-session.ts";
import { idleLifeMs } from "./session-store.ts";

/** Duration in milliseconds above which a call counts as slow: it waited for other calls in its session, or was slow itself. */
const slowMs = 200;
/** Duration in milliseconds above which a call in a session for scripts counts as delayed by a script. */
const heldUpMs = 1_000;
const avoidedMs = 5 * 60_000;

/**
 * Chooses the session of an instance that has one call at a time, as on Lambda. There no process sees calls wait: FileMaker Server
 * delays them after those of other instances. So each instance has its own slot among the maximum number of sessions and moves there in
 * steps: all start in one session; an instance with slow calls moves on to half of the pool, and so on. Scripts, which can take long,
 * use the upper half of the slots from the start.
 */
export interface InstanceSlots {
  slotFor(pool: Pool, kind: CallKind, now: number): number;
  /** Returns the instance's own slot. Used when another instance is already logging in for the preferred slot. */
  ownSlot(pool: Pool, kind: CallKind, now: number): number;
  /** Adapts to the duration of a finished call. */
  ended(pool: Pool, use: SessionUse, now: number): void;
  /** Uses its own slot from now on. */
  moveToOwn(pool: Pool, now: number): void;
}

/** Creates the slots. `place` is a random integer, the same for all pools of an instance. */
export function instanceSlots(place: number): InstanceSlots {
  const lowerHalf = (sessions: number): number => Math.max(1, Math.floor(sessions / 2));
  const maxOf = (pool: Pool, now: number): number => {
    const sessions = limitOf(pool, now);
    return now < pool.spread.avoidsUpperUntil ? lowerHalf(sessions) : sessions;
  };

  const slotAt = (pool: Pool, kind: CallKind, now: number, width: number): number => {
    const sessions = limitOf(pool, now);
    const lower = lowerHalf(sessions);
    if (kind === "script" && sessions > 1) return lower + (place % (sessions - lower));
    return place % Math.min(width, maxOf(pool, now));
  };

  return {
    slotFor(pool, kind, now) {
      // Sessions that are no longer needed expire when they are unused.
      if (now - pool.spread.slowAt > idleLifeMs) pool.spread.width = 1;
      return slotAt(pool, kind, now, pool.spread.width);
    },

    ownSlot: (pool, kind, now) => slotAt(pool, kind, now, pool.maxSessions),

    ended({ spread, maxSessions }, { session, kind, since }, now) {
      const tookMs = now - since;
      if (kind === "script" || tookMs <= slowMs) return;
      spread.slowAt = now;
      if (tookMs > heldUpMs && session.slot >= lowerHalf(maxSessions)) spread.avoidsUpperUntil = now + avoidedMs;
      else spread.width = Math.min(spread.width * 2, maxSessions);
    },

    moveToOwn({ spread, maxSessions }, now) {
      spread.slowAt = now;
      spread.width = maxSessions;
    },
  };
}

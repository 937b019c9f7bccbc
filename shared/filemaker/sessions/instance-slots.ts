import { limitOf, type Pool } from "./pool.ts";
import type { CallKind, SessionUse } from "./pooled-session.ts";
import { idleLifeMs } from "./session-store.ts";

/** A call of this length waited for others in its session, or was slow itself. */
const slowMs = 200;
/** One of this length, in a place of scripts, waited for a script. */
const heldUpMs = 1_000;
const avoidedMs = 5 * 60_000;

/**
 * Which of a pool's sessions an instance uses where a process has one call at a time, as on Lambda. There nobody sees a call wait: FileMaker Server
 * makes it wait, behind calls of other instances. So each instance has a place of its own among the most sessions that there may be, and goes there in
 * steps: all begin in one session, and one whose calls are slow moves on to half of the pool, and so on. Scripts, which may take long, have the
 * upper half of the places from the beginning.
 */
export interface InstanceSlots {
  slotFor(pool: Pool, kind: CallKind, now: number): number;
  /** The place of its own, where another instance is just logging in at the one that it wanted: it is not alone then. */
  ownSlot(pool: Pool, kind: CallKind, now: number): number;
  /** Learns from the length of a call that has ended. */
  ended(pool: Pool, use: SessionUse, now: number): void;
  /** Goes to its own place from now on. */
  moveToOwn(pool: Pool, now: number): void;
}

/** `place` is a random whole number, the same for all pools of an instance. */
export function instanceSlots(place: number): InstanceSlots {
  const lowerHalf = (sessions: number): number => Math.max(1, Math.floor(sessions / 2));
  const mostOf = (pool: Pool, now: number): number => {
    const sessions = limitOf(pool, now);
    return now < pool.spread.avoidsUpperUntil ? lowerHalf(sessions) : sessions;
  };

  const slotAt = (pool: Pool, kind: CallKind, now: number, width: number): number => {
    const sessions = limitOf(pool, now);
    const lower = lowerHalf(sessions);
    if (kind === "script" && sessions > 1) return lower + (place % (sessions - lower));
    return place % Math.min(width, mostOf(pool, now));
  };

  return {
    slotFor(pool, kind, now) {
      // Sessions that are not needed any more end by themselves when nobody uses them.
      if (now - pool.spread.slowAt > idleLifeMs) pool.spread.width = 1;
      return slotAt(pool, kind, now, pool.spread.width);
    },

    ownSlot: (pool, kind, now) => slotAt(pool, kind, now, pool.mostSessions),

    ended({ spread, mostSessions }, { session, kind, since }, now) {
      const tookMs = now - since;
      if (kind === "script" || tookMs <= slowMs) return;
      spread.slowAt = now;
      if (tookMs > heldUpMs && session.slot >= lowerHalf(mostSessions)) spread.avoidsUpperUntil = now + avoidedMs;
      else spread.width = Math.min(spread.width * 2, mostSessions);
    },

    moveToOwn({ spread, mostSessions }, now) {
      spread.slowAt = now;
      spread.width = mostSessions;
    },
  };
}

import type { Account } from "../data-api.ts";
import type { Refusal } from "./login-refusals.ts";
import type { PooledSession } from "./pooled-session.ts";
import type { PoolId } from "./session-store.ts";
import type { WaitingCalls } from "./waiting-calls.ts";

/** Sessions of one account in one file, as known to this process. */
export interface Pool {
  readonly id: PoolId;
  account: () => Promise<Account>;
  /** Key that used the pool last, as named in the audit trail. Logins count for this key. Undefined if an account used the pool. */
  key: string | undefined;
  sessions: PooledSession[];
  opening: Promise<PooledSession> | undefined;
  readonly waiting: WaitingCalls;
  /** True while something watches the calls that wait in its sessions. */
  isWatched: boolean;
  /** FileMaker's last refusal of the account in this file. Kept after its end for the duration of the next one. */
  refusal: Refusal | undefined;
  readonly maxSessions: number;
  /** Maximum number of sessions until `limitUntil`, after the server had no more. */
  limit: number;
  limitUntil: number;
  /** Sessions up to this order may have expired together with one that did. No call is repeated in them. */
  brokenUpTo: number;
  /**
   * Time when a session that has since expired was last alive. Sessions opened before it may have expired too, in other processes as
   * well. Milliseconds.
   */
  brokenAfter: number;
  /** Number of consecutive sweeps that found it empty and unused. */
  emptySweeps: number;
  /** Spread over sessions in a process with one call at a time. */
  readonly spread: Spread;
}

interface Spread {
  width: number;
  /** Time of the last slow call. */
  slowAt: number;
  /** Time until which it avoids the slots for scripts. */
  avoidsUpperUntil: number;
}

type NewPool = Pick<Pool, "id" | "account" | "key" | "waiting" | "maxSessions">;

export function emptyPool({ id, account, key, waiting, maxSessions }: NewPool): Pool {
  return {
    id,
    account,
    key,
    sessions: [],
    opening: undefined,
    waiting,
    isWatched: false,
    refusal: undefined,
    maxSessions,
    limit: maxSessions,
    limitUntil: 0,
    brokenUpTo: 0,
    brokenAfter: 0,
    emptySweeps: 0,
    spread: { width: 1, slowAt: 0, avoidsUpperUntil: 0 },
  };
}

export function limitOf(pool: Pool, now: number): number {
  return now < pool.limitUntil ? pool.limit : pool.maxSessions;
}

/** Returns the lowest slot in the table that none of this process's sessions uses. */
export function freeSlot(pool: Pool): number {
  const taken = new Set(pool.sessions.map(({ slot }) => slot));
  let number = 0;
  while (taken.has(number)) number += 1;
  return number;
}

import type { Account } from "../data-api.ts";
import type { Refusal } from "./login-refusals.ts";
import type { PooledSession } from "./pooled-session.ts";
import type { PoolId } from "./session-store.ts";
import type { WaitingCalls } from "./waiting-calls.ts";

/** The sessions of one account in one file, as this process knows them. */
export interface Pool {
  readonly id: PoolId;
  account: () => Promise<Account>;
  /** The key whose call asked for it last, as the audit trail names it: logins are counted as its. Undefined where an account asked. */
  key: string | undefined;
  sessions: PooledSession[];
  opening: Promise<PooledSession> | undefined;
  readonly waiting: WaitingCalls;
  /** Whether anything manages the calls that wait in sessions. */
  isWatched: boolean;
  /** FileMaker's last refusal of the account in this file, kept beyond its end for the next one's length. */
  refusal: Refusal | undefined;
  readonly mostSessions: number;
  /** Most sessions until `limitUntil`, after the server had no more. */
  limit: number;
  limitUntil: number;
  /** Sessions whose opening began up to here may have died with one that did: no call is sent again in them. */
  brokenUpTo: number;
  /** When a session was alive that died since: sessions that were opened before may have died with it, in other processes too. Milliseconds. */
  brokenAfter: number;
  /** Sweeps in a row that found it empty and unasked. */
  emptySweeps: number;
  /** Where a process has one call at a time: among how many sessions it chooses its own. */
  readonly spread: Spread;
}

interface Spread {
  width: number;
  /** When a call was last slow. */
  slowAt: number;
  /** Until when it keeps away from the places of scripts. */
  avoidsUpperUntil: number;
}

type NewPool = Pick<Pool, "id" | "account" | "key" | "waiting" | "mostSessions">;

export function emptyPool({ id, account, key, waiting, mostSessions }: NewPool): Pool {
  return {
    id,
    account,
    key,
    sessions: [],
    opening: undefined,
    waiting,
    isWatched: false,
    refusal: undefined,
    mostSessions,
    limit: mostSessions,
    limitUntil: 0,
    brokenUpTo: 0,
    brokenAfter: 0,
    emptySweeps: 0,
    spread: { width: 1, slowAt: 0, avoidsUpperUntil: 0 },
  };
}

export function limitOf(pool: Pool, now: number): number {
  return now < pool.limitUntil ? pool.limit : pool.mostSessions;
}

/** The lowest place in the table that none of this process's sessions has. */
export function freeSlot(pool: Pool): number {
  const taken = new Set(pool.sessions.map(({ slot }) => slot));
  let number = 0;
  while (taken.has(number)) number += 1;
  return number;
}

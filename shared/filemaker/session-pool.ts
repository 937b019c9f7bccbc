import { ServiceError } from "../contract/errors.ts";
import type { Background } from "../ports/background.ts";
import type { Clock } from "../ports/clock.ts";
import type { Ids } from "../ports/ids.ts";
import { ConditionFailed, StoreUnavailable } from "../ports/table.ts";
import type { Account, DataApi } from "./data-api.ts";
import { emptyPool, freeSlot, limitOf, type Pool } from "./pool.ts";
import { enter, leave, longestWait, type PooledSession, type SessionUse } from "./pooled-session.ts";
import { sessionOpenings } from "./session-openings.ts";
import { idleLifeMs, type PoolId, type SessionStore, type Slot } from "./session-store.ts";

const growAfterMs = 200;
const touchEveryMs = 60_000;
const sweptIdleMs = 10 * 60_000;
const mostDiscarded = 10_000;
const emptySweepsKept = 3;

/** Shares FileMaker sessions among calls, processes and instances: as few logins as possible, never two accounts in one session. */
export interface SessionPool {
  /** The pool of an account in a file; the same object for the same pair. */
  pool(id: PoolId, account: () => Promise<Account>): Pool;
  /** A session from memory, when there is one with room. Never waits. */
  take(pool: Pool): SessionUse | undefined;
  /** A session: from memory, from the table, or by a login that all who wait share. @throws ServiceError */
  acquire(pool: Pool): Promise<SessionUse>;
  /** A session for a call that met a dead one: none that may have died with it. @throws ServiceError */
  renew(pool: Pool): Promise<SessionUse>;
  release(pool: Pool, use: SessionUse): void;
  /** FileMaker called this session's token dead (952). It serves no further call, here or from the table. */
  discard(pool: Pool, session: PooledSession): void;
  /** A call hangs in this session. It ends there; whoever comes next gets another. */
  setAside(pool: Pool, session: PooledSession): void;
  /** Logs in outside the pool, for a caller that needs a session to itself. @throws ServiceError */
  open(pool: Pool, body?: string): Promise<string>;
  /** Ends every session of an account, in all processes. @throws ServiceError when the server could not be told */
  logout(credentialId: string): Promise<void>;
  /** Ends sessions that were idle for ten minutes, down to one per pool (R5.7). */
  sweep(): Promise<void>;
  /** Ends every session that this process knows. */
  close(): Promise<void>;
}

interface SessionPoolDependencies {
  readonly store: SessionStore;
  readonly dataApi: DataApi;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly background: Background;
}

export function sessionPool({ store, dataApi, clock, ids, background }: SessionPoolDependencies): SessionPool {
  const pools = new Map<string, Pool>();
  const discarded = new Set<string>();
  let joined = 0;

  const usable = (pool: Pool, now: number, joinedAfter = 0): PooledSession | undefined => {
    let best: PooledSession | undefined;
    for (const session of pool.sessions) {
      if (session.joined <= joinedAfter || isStale(session, now)) continue;
      if (best === undefined || session.calls < best.calls) best = session;
    }
    return best;
  };

  /** Whether a call has waited too long for every session there is (R5.1). */
  const crowded = (pool: Pool, now: number): boolean =>
    pool.sessions.length < limitOf(pool, now) &&
    pool.sessions.every((session) => isStale(session, now) || longestWait(session, now) > growAfterMs);

  /** One opening at a time per pool: everybody who needs a session waits for the same one (R5.2). */
  const openOne = (pool: Pool): Promise<PooledSession> => {
    pool.opening ??= openings
      .intoSlot(pool, freeSlot(pool))
      .then((session) => {
        joined += 1;
        session.joined = joined;
        pool.sessions.push(session);
        return session;
      })
      .finally(() => {
        pool.opening = undefined;
      });
    return pool.opening;
  };

  const endLeastRecentlyUsed = async (): Promise<boolean> => {
    let oldest: { pool: Pool; session: PooledSession } | undefined;
    for (const pool of pools.values()) {
      for (const session of pool.sessions) {
        if (session.calls > 0) continue;
        if (oldest === undefined || session.lastUsed < oldest.session.lastUsed) oldest = { pool, session };
      }
    }
    if (oldest === undefined) return false;
    await end(oldest.pool, oldest.session);
    return true;
  };

  /** Logs a session out and takes it from memory and table. */
  const end = async (pool: Pool, session: PooledSession): Promise<void> => {
    forget(pool, session);
    try {
      const slot = await store.read(pool.id, session.slot);
      if (slot.token === session.token) await store.clear(pool.id, slot);
    } catch (thrown) {
      // Someone wrote the slot, or the store is away. The token is dead either way, and whoever meets it logs in anew.
      if (!(thrown instanceof ConditionFailed || thrown instanceof StoreUnavailable)) throw thrown;
    }
    await logOut(pool.id.database, session.token);
  };

  const forget = (pool: Pool, session: PooledSession) => {
    pool.sessions = pool.sessions.filter(({ token }) => token !== session.token);
    discarded.add(session.token);
    if (discarded.size > mostDiscarded) discarded.delete(discarded.values().next().value as string);
  };

  /** A session that the server could not be told about ends by itself after 15 idle minutes. */
  const logOut = async (database: string, token: string): Promise<void> => {
    const ended = dataApi.logout(database, token);
    background.run("logout", ended);
    await ended.catch(() => undefined); // Logged by `background`.
  };

  const openings = sessionOpenings({
    store,
    dataApi,
    clock,
    ids,
    background,
    isDiscarded: (token) => discarded.has(token),
    makeRoom: endLeastRecentlyUsed,
  });

  /** Takes a session from the table, whoever writes its slot at the same moment. */
  const clear = async (pool: PoolId, slot: Slot): Promise<void> => {
    try {
      await store.clear(pool, slot);
    } catch (thrown) {
      if (!(thrown instanceof ConditionFailed)) throw thrown;
      const now = await store.read(pool, slot.number);
      if (now.token === slot.token) await clear(pool, now);
    }
  };

  const sweepPool = async (name: string, pool: Pool): Promise<void> => {
    if (pool.sessions.length > 0 || pool.opening !== undefined) pool.emptySweeps = 0;
    else pool.emptySweeps += 1;
    if (pool.emptySweeps > emptySweepsKept) pools.delete(name);
    const now = clock.now();
    const idle = pool.sessions.filter(({ calls, lastUsed }) => calls === 0 && now - lastUsed > sweptIdleMs);
    for (const session of idle.sort((a, b) => a.lastUsed - b.lastUsed)) {
      if (pool.sessions.length === 1 && !isStale(session, now)) break;
      const slot = await store.read(pool.id, session.slot);
      if (session.calls > 0 || session.lastUsed > now - sweptIdleMs) continue; // A call came in the meantime.
      if (slot.token !== session.token || now - slot.lastUsed > sweptIdleMs) await end(pool, session);
      // Another process uses it: whoever needs it here finds it in the table.
      else pool.sessions = pool.sessions.filter((other) => other !== session);
    }
  };

  return {
    pool(id, account) {
      const name = `${id.credentialId}#${id.folded}`;
      let pool = pools.get(name);
      if (pool === undefined) {
        pool = emptyPool(id, account);
        pools.set(name, pool);
      }
      pool.account = account;
      pool.emptySweeps = 0;
      return pool;
    },

    take(pool) {
      const now = clock.now();
      const session = usable(pool, now);
      if (session === undefined || (session.calls > 1 && crowded(pool, now))) return undefined;
      return enter(session, now);
    },

    async acquire(pool) {
      const now = clock.now();
      const session = usable(pool, now);
      if (session === undefined) {
        pool.sessions = pool.sessions.filter(({ calls }) => calls > 0);
        return enter(await openOne(pool), clock.now());
      }
      if (!crowded(pool, now)) return enter(session, now);
      try {
        return enter(await openOne(pool), clock.now());
      } catch (thrown) {
        // No further session to be had: this call queues behind the others, if they have not ended meanwhile.
        const other = usable(pool, clock.now());
        if (!(thrown instanceof ServiceError) || other === undefined) throw thrown;
        return enter(other, clock.now());
      }
    },

    async renew(pool) {
      const session = usable(pool, clock.now(), pool.brokenUpTo);
      return enter(session ?? (await openOne(pool)), clock.now());
    },

    release(pool, use) {
      const now = clock.now();
      leave(use, now);
      const { session } = use;
      if (now - session.lastWritten < touchEveryMs || !pool.sessions.includes(session)) return;
      session.lastWritten = now;
      const touch = store.touch(pool.id, session.slot, session.token, now).catch((thrown: unknown) => {
        if (!(thrown instanceof ConditionFailed)) throw thrown; // Another noted a use at the same moment.
      });
      background.run("last use of a session", touch);
    },

    discard(pool, session) {
      // By its value: a newer one stays, and one that memory has dropped in the meantime must not come back from the table.
      if (discarded.has(session.token)) return;
      forget(pool, session);
      // A restart of the server ends all sessions: those that joined before may be dead too.
      if (session.joined > pool.brokenUpTo) pool.brokenUpTo = joined;
    },

    setAside(pool, session) {
      if (!discarded.has(session.token)) forget(pool, session);
    },

    open: (pool, body) => openings.alone(pool, body),

    async logout(credentialId) {
      const tokens = new Map<string, string>();
      for (const pool of pools.values()) {
        if (pool.id.credentialId !== credentialId) continue;
        pool.refusal = undefined;
        for (const session of [...pool.sessions]) {
          forget(pool, session);
          tokens.set(session.token, pool.id.database);
        }
      }
      for (const { pool, slot } of await store.ofCredential(credentialId)) {
        await clear(pool, slot);
        if (slot.token !== undefined) tokens.set(slot.token, slot.database);
      }
      await Promise.all([...tokens].map(([token, database]) => dataApi.logout(database, token)));
    },

    async sweep() {
      for (const [name, pool] of pools) await sweepPool(name, pool);
    },

    async close() {
      const all = [...pools.values()];
      await Promise.all(all.flatMap((pool) => pool.sessions.map((session) => end(pool, session))));
    },
  };
}

/** Too long unused to be trusted with a call: FileMaker may have ended it. */
function isStale({ calls, lastUsed }: PooledSession, now: number): boolean {
  return calls === 0 && now - lastUsed >= idleLifeMs;
}

import { ServiceError } from "#shared/contract/errors.ts";
import type { BackgroundTasks } from "#shared/ports/background-tasks.ts";
import type { Clock } from "#shared/ports/clock.ts";
import type { Ids } from "#shared/ports/ids.ts";
import { ConditionFailed } from "#shared/ports/table.ts";
import type { Account } from "../data-api.ts";
import type { AccountStatusRecorder } from "./account-status-recorder.ts";
import { type InstanceSlots, instanceSlots } from "./instance-slots.ts";
import { emptyPool, freeSlot, limitOf, type Pool } from "./pool.ts";
import {
  beginUse,
  type CallKind,
  callKinds,
  endUse,
  isBlocked,
  isStale,
  longestWait,
  type PooledSession,
  type SessionUse,
} from "./pooled-session.ts";
import { sessionEndings } from "./session-endings.ts";
import { type CountedLogin, sessionOpenings } from "./session-openings.ts";
import type { SessionPolicy, SessionServer } from "./session-server.ts";
import type { PoolId, SessionStore } from "./session-store.ts";
import { type WaitingCall, waitingCalls } from "./waiting-calls.ts";

const growAfterMs = 200;
const touchEveryMs = 60_000;
const emptySweepsKept = 3;

/** Shares FileMaker sessions among calls, processes and instances: as few logins as possible, never two accounts in one session. */
export interface SessionPool {
  /**
   * Returns the pool of an account in a file; always the same object for the same pair. `key`: the key of the call, as the audit trail
   * names it.
   */
  pool(id: PoolId, account: () => Promise<Account>, key?: string): Pool;
  /** Returns a session from memory if one has room. Never waits. */
  take(pool: Pool, kind?: CallKind): SessionUse | undefined;
  /**
   * Returns a session from memory, from the table, or from a login that all waiting calls share. A call that would wait for a slow one
   * isn't sent after it: after 200 ms it gets another session, up to the maximum.
   * @throws ServiceError
   */
  acquire(pool: Pool, kind?: CallKind): Promise<SessionUse>;
  /** Returns a session for a call that met an expired one, but none that may have expired with it. @throws ServiceError */
  renew(pool: Pool, kind?: CallKind): Promise<SessionUse>;
  release(pool: Pool, use: SessionUse): void;
  /** Discards a session whose token FileMaker called invalid (952). It serves no more calls, here or from the table. */
  discard(pool: Pool, session: PooledSession): void;
  /** Removes a session in which a call hangs, if that blocks others. The next call gets another one. */
  setAside(pool: Pool, session: PooledSession): void;
  /** Ends the session that was idle longest, to make room for a login elsewhere. Returns false if there is none. */
  endIdleSession(): Promise<boolean>;
  /** Logs in outside the pool, for a caller that needs its own session. @throws ServiceError */
  open(pool: Pool, body?: string): Promise<string>;
  /** Ends the sessions of an account in all processes. @throws ServiceError if the server couldn't be asked to end one */
  logout(credentialId: string): Promise<void>;
  /** Ends sessions that were idle for ten minutes, except for the number that the server's policy keeps. */
  sweep(): Promise<void>;
  /** Ends every session that this process knows. */
  close(): Promise<void>;
}

interface SessionPoolDependencies {
  readonly store: SessionStore;
  /** Store for calls that wait for a session: they continue without it if it is slow to respond. */
  readonly promptStore: SessionStore;
  readonly server: SessionServer;
  readonly policy: SessionPolicy;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly background: BackgroundTasks;
  /** Receives the outcomes of logins. Default: they aren't recorded. */
  readonly accountStatus?: AccountStatusRecorder;
  /** Counts logins. Default: they aren't counted. */
  readonly counted?: (login: CountedLogin) => void;
}

export function sessionPool(dependencies: SessionPoolDependencies): SessionPool {
  const { store, clock, ids, background, policy } = dependencies;
  const slots = policy.isSpread ? instanceSlots(ids.bytes(1)[0] ?? 0) : undefined;
  const pools = new Map<string, Pool>();
  const endings = sessionEndings(dependencies);
  const { isDiscarded, forget, end } = endings;
  const endIdleSession = () => endings.endLeastRecentlyUsed(pools.values());
  const openings = sessionOpenings({ ...dependencies, store: dependencies.promptStore, isDiscarded, endIdleSession });
  const ended = new AbortController();
  let order = 0;

  /** Returns the session in this instance's slot, where instances share sessions. */
  const ownSession = (pool: Pool, slot: number, now: number, openedAfter = 0): PooledSession | undefined =>
    pool.sessions.find((session) => session.slot === slot && session.order > openedAfter && !isStale(session, now));

  /** Returns the session with the fewest calls. */
  const usable = (pool: Pool, now: number, openedAfter = 0): PooledSession | undefined => {
    let best: PooledSession | undefined;
    for (const session of pool.sessions) {
      if (session.order <= openedAfter || isStale(session, now)) continue;
      if (best === undefined || session.calls < best.calls) best = session;
    }
    return best;
  };

  /** Returns the session with the fewest calls among those where a call wouldn't wait for a slow one. */
  const roomy = (pool: Pool, now: number, kind: CallKind): PooledSession | undefined => {
    let best: PooledSession | undefined;
    for (const session of pool.sessions) {
      if (isStale(session, now) || (session.calls > 0 && policy.isSerial && !isFreeFor(session, now, kind))) continue;
      if (best === undefined || session.calls < best.calls) best = session;
    }
    return best;
  };

  /** True if in every session a call has waited too long. */
  const crowded = (pool: Pool, now: number): boolean => {
    for (const session of pool.sessions)
      if (!isStale(session, now) && longestWait(session, now) <= growAfterMs) return false;
    return pool.sessions.length < limitOf(pool, now);
  };

  /** Opens one session at a time per pool: all calls that need one wait for the same. */
  const openOne = (pool: Pool, slot = freeSlot(pool), other = slot): Promise<PooledSession> => {
    pool.opening ??= opening(pool, slot, other).finally(() => {
      pool.opening = undefined;
    });
    return pool.opening;
  };

  const opening = async (pool: Pool, slot: number, other: number): Promise<PooledSession> => {
    // Its order is that of the login's start: a session that expires meanwhile may have taken it along.
    order += 1;
    const place = order;
    const session = await openings.intoSlot(pool, slot, other);
    session.order = place;
    pool.sessions.push(session);
    return session;
  };

  /** Opens a session in this instance's slot, or takes over the one that another instance left there. */
  const openOwn = async (pool: Pool, kind: CallKind, { slotFor, ownSlot, moveToOwn }: InstanceSlots) => {
    const now = clock.now();
    const slot = slotFor(pool, kind, now);
    // A session that became stale in memory is replaced by the new one.
    pool.sessions = pool.sessions.filter((session) => session.slot !== slot || session.calls > 0);
    const opened = await openOne(pool, slot, ownSlot(pool, kind, now));
    if (opened.slot !== slot) moveToOwn(pool, clock.now());
    return opened;
  };

  const begin = (pool: Pool, session: PooledSession, kind: CallKind, now = clock.now()): SessionUse => {
    const use = beginUse(session, now, kind);
    if (policy.isSerial && session.calls > 1 && !pool.isWatched)
      background.waitUntil("watching the sessions of waiting calls", watch(pool));
    return use;
  };

  /** Opens a session as soon as a call has waited too long, even if no other call arrives. */
  const watch = async (pool: Pool): Promise<void> => {
    pool.isWatched = true;
    try {
      while (!ended.signal.aborted && pool.sessions.some(({ calls }) => calls > 1)) {
        await pause(growAfterMs + 1);
        if (!ended.signal.aborted && crowded(pool, clock.now())) await openOne(pool);
      }
    } catch (thrown) {
      // No more sessions available: calls wait, and the next one tries again.
      if (!(thrown instanceof ServiceError)) throw thrown;
    } finally {
      pool.isWatched = false;
    }
  };

  const pause = (milliseconds: number): Promise<void> =>
    clock.sleep(milliseconds, ended.signal).catch((thrown: unknown) => {
      if (!ended.signal.aborted) throw thrown;
    });

  return {
    pool(id, account, key) {
      const name = `${id.credentialId}#${id.folded}`;
      let pool = pools.get(name);
      if (pool === undefined) {
        const { maxSessions } = policy;
        pool = emptyPool({ id, account, key, waiting: waitingCalls(clock, growAfterMs), maxSessions });
        pools.set(name, pool);
      }
      pool.account = account;
      pool.key = key;
      pool.emptySweeps = 0;
      return pool;
    },

    take(pool, kind = "short") {
      const now = clock.now();
      if (slots !== undefined) {
        const own = ownSession(pool, slots.slotFor(pool, kind, now), now);
        return own && begin(pool, own, kind, now);
      }
      const session = roomy(pool, now, kind);
      if (session === undefined || (session.calls > 1 && crowded(pool, now))) return undefined;
      return begin(pool, session, kind, now);
    },

    async acquire(pool, kind = "short") {
      if (slots !== undefined) return begin(pool, await openOwn(pool, kind, slots), kind);
      let place: WaitingCall | undefined;
      for (let since = clock.now(); ; ) {
        const now = clock.now();
        const session = roomy(pool, now, kind);
        const isCrowded = crowded(pool, now);
        const other = usable(pool, now);
        const isFull = pool.sessions.length >= limitOf(pool, now);
        const isLate = Math.abs(now - since) >= growAfterMs;
        if (session === undefined && other !== undefined && !isCrowded && !isFull && !isLate) {
          place ??= pool.waiting.join(kind, since);
          await place.turn();
          continue;
        }
        place?.leave();
        place = undefined;
        if (session !== undefined && !isCrowded) return begin(pool, session, kind);
        if (other !== undefined && isFull) return begin(pool, other, kind);
        if (other === undefined) pool.sessions = pool.sessions.filter(({ calls }) => calls > 0);
        try {
          const opened = await openOne(pool);
          // Others waited for the same session: after a script of theirs the wait starts again.
          if (!policy.isSerial || opened.calls === 0 || isFreeFor(opened, clock.now(), kind))
            return begin(pool, opened, kind);
          since = clock.now();
        } catch (thrown) {
          // No more sessions available: this call queues in an existing one, if there still is one.
          const rest = usable(pool, clock.now());
          if (!(thrown instanceof ServiceError) || rest === undefined) throw thrown;
          return begin(pool, rest, kind);
        }
      }
    },

    async renew(pool, kind = "short") {
      if (slots !== undefined) {
        const now = clock.now();
        const own = ownSession(pool, slots.slotFor(pool, kind, now), now, pool.brokenUpTo);
        return begin(pool, own ?? (await openOwn(pool, kind, slots)), kind);
      }
      let session = usable(pool, clock.now(), pool.brokenUpTo) ?? (await openOne(pool));
      // Its login was already running when the expired session was met.
      if (session.order <= pool.brokenUpTo) session = await openOne(pool);
      return begin(pool, session, kind);
    },

    release(pool, use) {
      const now = clock.now();
      endUse(use, now);
      const { session } = use;
      session.aliveAt = now;
      slots?.ended(pool, use, now);
      for (const kind of callKinds) pool.waiting.wakeFirst(kind);
      if (now - session.lastWritten < touchEveryMs || !pool.sessions.includes(session)) return;
      session.lastWritten = now;
      const touch = store.touch(pool.id, session.slot, session.token, now).catch((thrown: unknown) => {
        if (!(thrown instanceof ConditionFailed)) throw thrown; // Another process recorded a use at the same time.
      });
      background.waitUntil("recording the last use of a session", touch);
    },

    discard(pool, session) {
      // By token: a newer session stays, and one that was removed from memory meanwhile must not return from the table.
      if (isDiscarded(session.token)) return;
      forget(pool, session);
      // A restart of the server ends all sessions, so earlier ones may have expired too.
      if (session.order > pool.brokenUpTo) pool.brokenUpTo = order;
      pool.brokenAfter = Math.max(pool.brokenAfter, session.aliveAt);
    },

    setAside(pool, session) {
      if (policy.isSerial && !isDiscarded(session.token)) forget(pool, session);
    },

    endIdleSession,

    open: (pool, body) => openings.unpooled(pool, body),

    logout: (credentialId) => endings.logout(credentialId, pools.values()),

    async sweep() {
      for (const [name, pool] of pools) {
        pool.emptySweeps = pool.sessions.length > 0 || pool.opening !== undefined ? 0 : pool.emptySweeps + 1;
        // Unused for a long time: files and keys come and go.
        if (pool.emptySweeps > emptySweepsKept) pools.delete(name);
        await endings.sweep(pool);
      }
    },

    async close() {
      ended.abort();
      const all = [...pools.values()];
      await Promise.all(all.flatMap((pool) => pool.sessions.map((session) => end(pool, session))));
    },
  };
}

/** True if a call can share a session without waiting for a slow call. A script waits until it is alone. */
function isFreeFor(session: PooledSession, now: number, kind: CallKind): boolean {
  return kind === "short" && !isBlocked(session, now, growAfterMs);
}

import { ServiceError } from "../contract/errors.ts";
import type { Background } from "../ports/background.ts";
import type { Clock } from "../ports/clock.ts";
import type { Ids } from "../ports/ids.ts";
import { ConditionFailed, StoreUnavailable } from "../ports/table.ts";
import type { Account, DataApi, Login } from "./data-api.ts";
import { loginGate } from "./login-gate.ts";
import { enter, leave, longestWait, type PooledSession, pooledSession, type SessionUse } from "./pooled-session.ts";
import { emptySlot, idleLifeMs, type PoolId, type SessionStore, type Slot } from "./session-store.ts";

const mostSessions = 8;
const growAfterMs = 200;
const touchEveryMs = 60_000;
const leaseMs = 10_000;
const losersWaitMs = 3_000;
const firstRefusalMs = 30_000;
const longestRefusalMs = 15 * 60_000;
const unavailableMs = 2_000;
const halvedMs = 5 * 60_000;
const sweptIdleMs = 10 * 60_000;

/** The sessions of one account in one file, as this process knows them. */
export interface Pool {
  readonly id: PoolId;
  readonly account: () => Promise<Account>;
  sessions: PooledSession[];
  opening: Promise<PooledSession> | undefined;
  refusal: { readonly until: number; readonly error: ServiceError } | undefined;
  limit: number;
  limitUntil: number;
}

/** Shares FileMaker sessions among calls, processes and instances: as few logins as possible, never two accounts in one session. */
export interface SessionPool {
  /** The pool of an account in a file; the same object for the same pair. */
  pool(id: PoolId, account: () => Promise<Account>): Pool;
  /** A session from memory, when there is one with room. Never waits. */
  take(pool: Pool): SessionUse | undefined;
  /** A session: from memory, from the table, or by a login that all who wait share. @throws ServiceError */
  acquire(pool: Pool): Promise<SessionUse>;
  release(pool: Pool, use: SessionUse): void;
  /** FileMaker called this session's token dead (952). It serves no further call; `acquire` finds another. */
  discard(pool: Pool, session: PooledSession): void;
  /** Logs in outside the pool, for a caller that needs a session to itself. @throws ServiceError */
  open(pool: Pool, body?: string): Promise<string>;
  /** Ends every session of an account, in all processes. */
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
  const throughGate = loginGate(clock);
  const owner = ids.uuid();

  const usable = (pool: Pool, now: number): PooledSession | undefined => {
    let best: PooledSession | undefined;
    for (const session of pool.sessions) {
      if (now - session.lastUsed >= idleLifeMs && session.calls === 0) continue;
      if (best === undefined || session.calls < best.calls) best = session;
    }
    return best;
  };

  /** Whether a call has waited too long for every session there is (R5.1). */
  const crowded = (pool: Pool, now: number): boolean =>
    pool.sessions.length < limitOf(pool, now) &&
    pool.sessions.every((session) => longestWait(session, now) > growAfterMs);

  const limitOf = (pool: Pool, now: number): number => (now < pool.limitUntil ? pool.limit : mostSessions);

  /** One opening at a time per pool: everybody who needs a session waits for the same one (R5.2). */
  const openOne = (pool: Pool): Promise<PooledSession> => {
    pool.opening ??= openSlot(pool, freeSlot(pool))
      .then((session) => {
        pool.sessions.push(session);
        return session;
      })
      .finally(() => {
        pool.opening = undefined;
      });
    return pool.opening;
  };

  const openSlot = async (pool: Pool, number: number): Promise<PooledSession> => {
    const giveUpAt = clock.now() + losersWaitMs;
    for (;;) {
      if (pool.refusal !== undefined && pool.refusal.until > clock.now()) throw again(pool.refusal, clock.now());
      try {
        const slot = await store.read(pool.id, number);
        if (isAlive(slot, clock.now()) && !discarded.has(nameOf(pool, slot))) return adopt(slot);
        if (slot.refusedUntil > clock.now() && slot.refusal !== null)
          throw refuse(pool, slot.refusal, slot.refusedUntil);
        if (slot.leaseUntil <= clock.now()) return await loginInto(pool, slot);
      } catch (thrown) {
        // Without its store the pool still serves; other processes just do not share this session.
        if (thrown instanceof StoreUnavailable) return loginAlone(pool, number);
        if (!(thrown instanceof ConditionFailed)) throw thrown; // Another took the lease first: wait for its login.
      }
      if (clock.now() >= giveUpAt) throw new ServiceError("token_refresh_failed", { retryAfterSeconds: 1 });
      await clock.sleep(50 + ((ids.bytes(1)[0] ?? 0) * 100) / 255);
    }
  };

  /** Takes the slot's lease, logs in, and leaves the token for everybody. @throws ConditionFailed when another was faster */
  const loginInto = async (pool: Pool, slot: Slot): Promise<PooledSession> => {
    const lease = { leaseOwner: owner, leaseUntil: clock.now() + leaseMs, fence: slot.fence + 1, token: undefined };
    const leased = await store.write(pool.id, slot, lease);
    const free = { leaseOwner: null, leaseUntil: 0 };
    let login: Login;
    try {
      login = await loginWithRoom(pool);
    } catch (thrown) {
      await store.write(pool.id, leased, free);
      throw thrown;
    }
    if (login.outcome === "exhausted") {
      await store.write(pool.id, leased, free);
      throw exhausted();
    }
    if (login.outcome !== "accepted") {
      const refusals = leased.refusals + 1;
      const refusedUntil = clock.now() + refusalMs(login.outcome, refusals);
      await store.write(pool.id, leased, { ...free, refusals, refusedUntil, refusal: login.outcome });
      throw refuse(pool, login.outcome, refusedUntil);
    }
    try {
      const fresh = { ...free, token: login.token, lastUsed: clock.now(), refusals: 0, refusedUntil: 0, refusal: null };
      return adopt(await store.write(pool.id, leased, fresh));
    } catch (thrown) {
      if (thrown instanceof StoreUnavailable) return pooledSession(login.token, slot.number, leased.fence, clock.now());
      // The lease ran out and another logged in: theirs counts, ours is given back.
      background.run("logout", dataApi.logout(pool.id.database, login.token));
      throw thrown;
    }
  };

  const loginAlone = async (pool: Pool, number: number): Promise<PooledSession> => {
    const login = await loginWithRoom(pool);
    if (login.outcome === "exhausted") throw exhausted();
    if (login.outcome !== "accepted") {
      const refusals = 1;
      throw refuse(pool, login.outcome, clock.now() + refusalMs(login.outcome, refusals));
    }
    return pooledSession(login.token, number, emptySlot(pool.id, number).fence, clock.now());
  };

  /** Logs in. Where the server has no session left, one of our own idle ones makes room once (R5.5). */
  const loginWithRoom = async (pool: Pool, body?: string): Promise<Login> => {
    const account = await pool.account();
    const login = () => throughGate(() => dataApi.login(pool.id.database, account, body));
    const first = await login();
    if (first.outcome !== "exhausted") return first;
    pool.limit = Math.max(1, Math.floor(limitOf(pool, clock.now()) / 2));
    pool.limitUntil = clock.now() + halvedMs;
    return (await endLeastRecentlyUsed()) ? login() : first;
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
    await dataApi.logout(pool.id.database, session.token);
  };

  const forget = (pool: Pool, session: PooledSession) => {
    pool.sessions = pool.sessions.filter((other) => other !== session);
  };

  /** Sessions that FileMaker called dead, by pool, slot and fence, so that the table cannot hand them back (R5.4). */
  const discarded = new Set<string>();

  const refuse = (pool: Pool, outcome: "refused" | "locked" | "unavailable", until: number): ServiceError => {
    const error = outcome === "unavailable" ? "file_not_available" : "stored_credentials_refused";
    const refusal = {
      until,
      error: new ServiceError(error, { detail: `login ${outcome}, database ${pool.id.folded}` }),
    };
    pool.refusal = refusal;
    return again(refusal, clock.now());
  };

  return {
    pool(id, account) {
      const name = `${id.credentialId}#${id.folded}`;
      const known = pools.get(name);
      if (known !== undefined) return known;
      const pool: Pool = {
        id,
        account,
        sessions: [],
        opening: undefined,
        refusal: undefined,
        limit: mostSessions,
        limitUntil: 0,
      };
      pools.set(name, pool);
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
        // No further session to be had: this call queues behind the others.
        if (!(thrown instanceof ServiceError)) throw thrown;
        return enter(usable(pool, clock.now()) ?? session, clock.now());
      }
    },

    release(pool, use) {
      const now = clock.now();
      leave(use, now);
      const { session } = use;
      if (now - session.lastWritten < touchEveryMs || !pool.sessions.includes(session)) return;
      session.lastWritten = now;
      const touch = store.touch(pool.id, session.slot, now).catch((thrown: unknown) => {
        if (!(thrown instanceof ConditionFailed)) throw thrown; // The slot was cleared; the session lives on here.
      });
      background.run("last use of a session", touch);
    },

    discard(pool, session) {
      if (!pool.sessions.includes(session)) return;
      forget(pool, session);
      discarded.add(`${pool.id.credentialId}#${pool.id.folded}#${session.slot}#${session.fence}`);
      if (discarded.size > 10_000) discarded.delete(discarded.values().next().value as string);
    },

    async open(pool, body) {
      if (pool.refusal !== undefined && pool.refusal.until > clock.now()) throw again(pool.refusal, clock.now());
      const login = await loginWithRoom(pool, body);
      if (login.outcome === "accepted") return login.token;
      if (login.outcome === "exhausted") throw exhausted();
      throw refuse(pool, login.outcome, clock.now() + refusalMs(login.outcome, 1));
    },

    async logout(credentialId) {
      const own = [...pools.values()].filter(({ id }) => id.credentialId === credentialId);
      for (const pool of own) pool.refusal = undefined;
      const stored = await store.ofCredential(credentialId);
      const tokens = new Map<string, string>();
      for (const pool of own) {
        for (const session of pool.sessions.splice(0)) tokens.set(session.token, pool.id.database);
      }
      for (const { pool, slot } of stored) {
        await store.clear(pool, slot);
        if (slot.token !== undefined) tokens.set(slot.token, slot.database);
      }
      await Promise.all([...tokens].map(([token, database]) => dataApi.logout(database, token)));
    },

    async sweep() {
      for (const pool of pools.values()) {
        const idle = pool.sessions.filter(({ calls, lastUsed }) => calls === 0 && clock.now() - lastUsed > sweptIdleMs);
        for (const session of idle) {
          if (pool.sessions.length === 1) break;
          const slot = await store.read(pool.id, session.slot);
          if (slot.fence === session.fence && clock.now() - slot.lastUsed <= sweptIdleMs) continue; // Another process uses it.
          await end(pool, session);
        }
      }
    },

    async close() {
      for (const pool of pools.values()) {
        await Promise.all(pool.sessions.splice(0).map((session) => end(pool, session)));
      }
    },
  };
}

function freeSlot(pool: Pool): number {
  const taken = new Set(pool.sessions.map(({ slot }) => slot));
  let number = 0;
  while (taken.has(number)) number += 1;
  return number;
}

function isAlive(slot: Slot, now: number): slot is Slot & { token: string } {
  return slot.token !== undefined && now - slot.lastUsed < idleLifeMs;
}

function adopt(slot: Slot): PooledSession {
  return pooledSession(slot.token ?? "", slot.number, slot.fence, slot.lastUsed);
}

function nameOf(pool: Pool, slot: Slot): string {
  return `${pool.id.credentialId}#${pool.id.folded}#${slot.number}#${slot.fence}`;
}

/** A wrong password is tried again after 30 seconds, then after twice as long, up to 15 minutes. A closed file may be open again soon. */
function refusalMs(outcome: "refused" | "locked" | "unavailable", refusals: number): number {
  if (outcome === "unavailable") return unavailableMs;
  return Math.min(longestRefusalMs, firstRefusalMs * 2 ** (refusals - 1));
}

function exhausted(): ServiceError {
  return new ServiceError("sessions_exhausted", { retryAfterSeconds: 5 });
}

/** The same refusal for another caller, with the time that is left. */
function again(refusal: { readonly until: number; readonly error: ServiceError }, now: number): ServiceError {
  const { error, detail } = refusal.error;
  const retryAfterSeconds = Math.max(1, Math.ceil((refusal.until - now) / 1000));
  return new ServiceError(error, { retryAfterSeconds, ...(detail !== undefined && { detail }) });
}

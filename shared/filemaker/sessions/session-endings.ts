import type { BackgroundTasks } from "#shared/ports/background-tasks.ts";
import type { Clock } from "#shared/ports/clock.ts";
import { ConditionFailed, StoreUnavailable } from "#shared/ports/table.ts";
import type { Pool } from "./pool.ts";
import { isStale, type PooledSession } from "./pooled-session.ts";
import type { SessionPolicy, SessionServer } from "./session-server.ts";
import type { PoolId, SessionStore, Slot } from "./session-store.ts";

const sweptIdleMs = 10 * 60_000;
const maxDiscarded = 10_000;

/** Ends sessions: in memory, in the table, and at the server. */
export interface SessionEndings {
  /** True if this process has discarded the token. */
  isDiscarded(token: string): boolean;
  /** Discards a session: it serves no more calls, and its token isn't accepted from the table again. */
  forget(pool: Pool, session: PooledSession): void;
  /** Logs a session out, and removes it from memory and the table. */
  end(pool: Pool, session: PooledSession): Promise<void>;
  /** Ends the session that was idle longest. Returns false if all are in use. */
  endLeastRecentlyUsed(pools: Iterable<Pool>): Promise<boolean>;
  /** Ends sessions of a pool that were idle for ten minutes, except for the number that the server's policy keeps. */
  sweep(pool: Pool): Promise<void>;
  /** Ends the sessions of an account in all processes. @throws ServiceError if the server couldn't be asked to end one */
  logout(credentialId: string, pools: Iterable<Pool>): Promise<void>;
}

interface SessionEndingsDependencies {
  readonly store: SessionStore;
  readonly server: SessionServer;
  readonly policy: SessionPolicy;
  readonly clock: Clock;
  readonly background: BackgroundTasks;
}

export function sessionEndings(dependencies: SessionEndingsDependencies): SessionEndings {
  const { store, server, policy, clock, background } = dependencies;
  const discarded = new Set<string>();

  const forget = (pool: Pool, session: PooledSession) => {
    pool.sessions = pool.sessions.filter(({ token }) => token !== session.token);
    discarded.add(session.token);
    if (discarded.size > maxDiscarded) discarded.delete(discarded.values().next().value as string);
  };

  const end = async (pool: Pool, session: PooledSession): Promise<void> => {
    forget(pool, session);
    try {
      const slot = await store.read(pool.id, session.slot);
      if (slot.token === session.token) await store.clear(pool.id, slot);
    } catch (thrown) {
      // The slot was written meanwhile, or the store is unavailable. The token is invalid either way, and the next call that uses it logs
      // in again.
      if (!(thrown instanceof ConditionFailed || thrown instanceof StoreUnavailable)) throw thrown;
    }
    await logOut(pool.id.database, session.token);
  };

  /** Ends a session. If that fails, the server ends it after 15 idle minutes. */
  const logOut = async (database: string, token: string): Promise<void> => {
    const ended = server.logout(database, token);
    background.waitUntil("logout", ended);
    await ended.catch(() => undefined); // Logged by `background`.
  };

  /** Removes a session from the table, also if another process writes its slot at the same time. */
  const clear = async (pool: PoolId, slot: Slot): Promise<void> => {
    try {
      await store.clear(pool, slot);
    } catch (thrown) {
      if (!(thrown instanceof ConditionFailed)) throw thrown;
      const now = await store.read(pool, slot.number);
      if (now.token === slot.token) await clear(pool, now);
    }
  };

  return {
    isDiscarded: (token) => discarded.has(token),
    forget,
    end,

    async endLeastRecentlyUsed(pools) {
      let oldest: { pool: Pool; session: PooledSession } | undefined;
      for (const pool of pools) {
        for (const session of pool.sessions) {
          if (session.calls > 0) continue;
          if (oldest === undefined || session.lastUsed < oldest.session.lastUsed) oldest = { pool, session };
        }
      }
      if (oldest === undefined) return false;
      await end(oldest.pool, oldest.session);
      return true;
    },

    async sweep(pool) {
      const now = clock.now();
      const idle = pool.sessions.filter(({ calls, lastUsed }) => calls === 0 && now - lastUsed > sweptIdleMs);
      for (const session of idle.sort((a, b) => a.lastUsed - b.lastUsed)) {
        if (pool.sessions.length <= policy.keptIdle && !isStale(session, now)) break;
        const slot = await store.read(pool.id, session.slot);
        if (session.calls > 0 || session.lastUsed > now - sweptIdleMs) continue; // A call arrived meanwhile.
        if (slot.token !== session.token || now - slot.lastUsed > sweptIdleMs) await end(pool, session);
        // Another process uses it: a call that needs it here finds it in the table.
        else pool.sessions = pool.sessions.filter((other) => other !== session);
      }
    },

    async logout(credentialId, pools) {
      const tokens = new Map<string, string>();
      for (const pool of pools) {
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
      await Promise.all([...tokens].map(([token, database]) => server.logout(database, token)));
    },
  };
}

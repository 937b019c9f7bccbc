import { ServiceError } from "#shared/contract/errors.ts";
import type { BackgroundTasks } from "#shared/ports/background-tasks.ts";
import type { Clock } from "#shared/ports/clock.ts";
import type { Ids } from "#shared/ports/ids.ts";
import { ConditionFailed, StoreFull, StoreUnavailable } from "#shared/ports/table.ts";
import type { Login } from "../data-api.ts";
import type { AccountStatusRecorder } from "./account-status-recorder.ts";
import { adminApiDatabase } from "./admin-session-server.ts";
import { checkRefusal, isRefusing, nextRefusal, type Refused, refuse } from "./login-refusals.ts";
import { limitOf, type Pool } from "./pool.ts";
import { type PooledSession, pooledSession } from "./pooled-session.ts";
import type { SessionPolicy, SessionServer } from "./session-server.ts";
import { idleLifeMs, type SessionStore, type Slot } from "./session-store.ts";

const leaseMs = 10_000;
const leaseWaitMs = 3_000;
const freeSessionPollMs = 500;
const halvedMs = 5 * 60_000;

/** Opens sessions: takes over one that another process left in the table, or logs in under its slot's lease. */
export interface SessionOpenings {
  /** Opens a session in this slot, or in the other one if another process is logging in for this one. @throws ServiceError */
  intoSlot(pool: Pool, number: number, other?: number): Promise<PooledSession>;
  /** Returns the token of a session that no other process knows. @throws ServiceError */
  unpooled(pool: Pool, body?: string): Promise<string>;
}

/** Finished login of a pool. */
export interface CountedLogin {
  readonly key: string | undefined;
  /** With its extension. Undefined for the Admin API. */
  readonly file: string | undefined;
  readonly api: "data" | "admin";
  /** `accepted`: a session was opened. `refused`: FileMaker Server refused, for any reason. `failed`: it didn't respond. */
  readonly end: "accepted" | "refused" | "failed";
}

interface SessionOpeningsDependencies {
  readonly store: SessionStore;
  readonly server: SessionServer;
  readonly policy: SessionPolicy;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly background: BackgroundTasks;
  /** Receives the outcomes of logins. Default: they aren't recorded. */
  readonly accountStatus?: AccountStatusRecorder;
  /** Counts logins. Default: they aren't counted. */
  readonly counted?: (login: CountedLogin) => void;
  /** True if this process has discarded the token, so that it isn't accepted from the table. */
  readonly isDiscarded: (token: string) => boolean;
  /** Ends the session that was idle longest. Returns false if there is none. */
  readonly endIdleSession: () => Promise<boolean>;
}

export function sessionOpenings(dependencies: SessionOpeningsDependencies): SessionOpenings {
  const { store, server, policy, clock, ids, background, accountStatus, counted, isDiscarded, endIdleSession } =
    dependencies;
  const owner = ids.uuid();
  const free = () => ({ leaseOwner: null, leaseUntil: clock.now() });

  const intoSlot = async (pool: Pool, wanted: number, other = wanted): Promise<PooledSession> => {
    let number = wanted;
    const giveUpAt = clock.now() + leaseWaitMs;
    for (;;) {
      checkRefusal(pool, clock.now());
      try {
        const slot = await store.read(pool.id, number);
        if (isAlive(slot, pool, clock.now()) && !isDiscarded(slot.token)) return inSlot(slot.token, slot);
        if (slot.refusal !== null && isRefusing(slot.refusedUntil, clock.now()))
          throw refuse(pool, storedRefusal(slot.refusal, slot), clock.now());
        if (!isLeased(slot, clock.now())) return await underLease(pool, slot);
        if (number !== other) {
          number = other;
          continue;
        }
      } catch (thrown) {
        // Without the store the pool still works, but other processes don't share this session.
        if (isStoreAway(thrown)) return pooledSession(await unpooled(pool), number, clock.now());
        if (!(thrown instanceof ConditionFailed)) throw thrown;
        continue; // Another process was faster: check its result.
      }
      if (clock.now() >= giveUpAt) throw new ServiceError("token_refresh_failed", { retryAfterSeconds: 1 });
      await clock.sleep(50 + ((ids.bytes(1)[0] ?? 0) * 100) / 255);
    }
  };

  /** Takes the slot's lease, logs in, and stores the token for all processes. @throws ConditionFailed if another process wrote first */
  const underLease = async (pool: Pool, slot: Slot): Promise<PooledSession> => {
    const lease = { leaseOwner: owner, leaseUntil: clock.now() + leaseMs };
    const leased = await store.write(pool.id, slot, { ...lease, database: pool.id.database, token: undefined });
    let login: Login;
    try {
      login = await loginFreeingSession(pool);
    } catch (thrown) {
      await releaseSlot(pool, leased, free());
      throw thrown;
    }
    if (login.outcome === "accepted") return storeToken(pool, leased, login.token);
    if (login.outcome === "exhausted") {
      await releaseSlot(pool, leased, free());
      throw exhausted();
    }
    const refusal = nextRefusal(login.outcome, Math.max(leased.refusals, pool.refusal?.count ?? 0), clock.now());
    const { outcome, count, until } = refusal;
    await releaseSlot(pool, leased, { ...free(), refusal: outcome, refusals: count, refusedUntil: until });
    throw refuse(pool, refusal, clock.now());
  };

  const storeToken = async (pool: Pool, leased: Slot, token: string): Promise<PooledSession> => {
    pool.refusal = undefined;
    const now = clock.now();
    try {
      const fresh = { ...free(), token, lastUsed: now, openedAt: now, refusals: 0, refusedUntil: 0, refusal: null };
      return inSlot(token, await store.write(pool.id, leased, fresh));
    } catch (thrown) {
      if (isStoreAway(thrown)) return pooledSession(token, leased.number, now);
      // The lease expired and another process logged in: its session is used, ours is ended.
      background.waitUntil("logout", server.logout(pool.id.database, token));
      throw thrown;
    }
  };

  /** Releases a slot's lease. If that fails, it expires. */
  const releaseSlot = async (pool: Pool, leased: Slot, change: Partial<Slot>): Promise<void> => {
    try {
      await store.write(pool.id, leased, change);
    } catch (thrown) {
      if (!(thrown instanceof ConditionFailed || isStoreAway(thrown))) throw thrown;
    }
  };

  const unpooled = async (pool: Pool, body?: string): Promise<string> => {
    checkRefusal(pool, clock.now());
    const login = await loginFreeingSession(pool, body);
    if (login.outcome === "exhausted") throw exhausted();
    if (login.outcome !== "accepted") throw refusedUnpooled(pool, login.outcome, body);
    pool.refusal = undefined;
    return login.token;
  };

  /** Logs in. If the server has no session left, ends one of our own idle ones first. */
  const loginFreeingSession = async (pool: Pool, body?: string): Promise<Login> => {
    const account = await pool.account();
    const login = async () =>
      recordStatus(pool, await countLogin(pool, server.login(pool.id.database, account, body)), body);
    const first = await login();
    if (first.outcome !== "exhausted") return first;
    pool.limit = Math.max(1, Math.floor(limitOf(pool, clock.now()) / 2));
    pool.limitUntil = clock.now() + halvedMs;
    for (const giveUpAt = clock.now() + policy.freeSessionWaitMs; ; ) {
      const isFreed = await endIdleSession();
      if (!isFreed && clock.now() >= giveUpAt) return first;
      if (!isFreed) await clock.sleep(freeSessionPollMs);
      const next = await login();
      if (next.outcome !== "exhausted" || clock.now() >= giveUpAt) return next;
    }
  };

  const countLogin = async (pool: Pool, login: Promise<Login>): Promise<Login> => {
    const { key, id } = pool;
    const { api } = accessOf(pool);
    let end: CountedLogin["end"] = "failed";
    try {
      const ended = await login;
      end = ended.outcome === "accepted" ? "accepted" : "refused";
      return ended;
    } finally {
      counted?.({ key, file: api === "admin" ? undefined : id.database, api, end });
    }
  };

  /** Records the status of the key's own account. A lock or a closed file says nothing about it. */
  const recordStatus = (pool: Pool, login: Login, body?: string): Login => {
    if (body !== undefined && login.outcome !== "accepted") return login;
    if (login.outcome === "accepted") accountStatus?.accepted(accessOf(pool));
    if (login.outcome === "refused") accountStatus?.refused(accessOf(pool));
    return login;
  };

  const refusedUnpooled = (pool: Pool, outcome: Refused, body: string | undefined): ServiceError => {
    // A body names further accounts that the caller chose: their errors don't count against the key's account.
    if (body !== undefined)
      return new ServiceError(outcome === "unavailable" ? "file_not_available" : "data_source_refused");
    return refuse(pool, nextRefusal(outcome, pool.refusal?.count ?? 0, clock.now()), clock.now());
  };

  return { intoSlot, unpooled };
}

function isAlive(slot: Slot, pool: Pool, now: number): slot is Slot & { token: string } {
  // FileMaker accepts a token only with the spelling of its login.
  if (slot.token === undefined || slot.database !== pool.id.database || now - slot.lastUsed >= idleLifeMs) return false;
  // A session as old as an expired one has probably expired with it, when the server restarted.
  return slot.openedAt >= pool.brokenAfter;
}

/**
 * True if another process is logging in for this slot. A lease without an owner is free, regardless of its end. A lease that ends later
 * than any new lease comes from a clock that was ahead, or from before our clock was set back, and is ignored.
 */
function isLeased({ leaseOwner, leaseUntil }: Slot, now: number): boolean {
  return leaseOwner !== null && leaseUntil > now && leaseUntil - now <= leaseMs;
}

function accessOf({ id: { credentialId, folded } }: Pool) {
  return { credentialId, folded, api: folded === adminApiDatabase.folded ? "admin" : "data" } as const;
}

function inSlot(token: string, { number, lastUsed }: Slot): PooledSession {
  return pooledSession(token, number, lastUsed);
}

function storedRefusal(outcome: Refused, { refusals, refusedUntil }: Slot) {
  return { outcome, count: refusals, until: refusedUntil };
}

function isStoreAway(thrown: unknown): boolean {
  return thrown instanceof StoreUnavailable || thrown instanceof StoreFull;
}

function exhausted(): ServiceError {
  return new ServiceError("sessions_exhausted", { retryAfterSeconds: 5 });
}

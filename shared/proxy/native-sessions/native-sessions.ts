import { hash } from "node:crypto";
import { ServiceError } from "#shared/contract/errors.ts";
import { normalizedDatabaseName } from "#shared/contract/values/database-name.ts";
import type { Pool } from "#shared/filemaker/sessions/pool.ts";
import type { SessionPool } from "#shared/filemaker/sessions/session-pool.ts";
import type { SessionServer } from "#shared/filemaker/sessions/session-server.ts";
import type { BackgroundTasks } from "#shared/ports/background-tasks.ts";
import type { Clock } from "#shared/ports/clock.ts";
import type { Ids } from "#shared/ports/ids.ts";
import { StoreUnavailable, type Table } from "#shared/ports/table.ts";
import type { Vault } from "#shared/ports/vault.ts";
import { idleMs, type LoginOwner, nativeSessionStore, type StoredLogin, touchEveryMs } from "./native-session-store.ts";

const freshMs = 5_000;
const tokenBytes = 26; // 52 hex digits, like FileMaker's own tokens.

/** Login through the proxy: a token for a key in one file. */
export interface NativeSession extends LoginOwner {
  readonly id: string;
  lastUsed: number;
  lastWritten: number;
  readAt: number;
  /** Number of running calls, for validateSession. */
  calls: number;
  privateToken: string | undefined;
  opening: Promise<string> | undefined;
}

/** Manages tokens for clients that require a login. */
export interface NativeSessions {
  /** Creates a token. With `privateToken` the login owns that FileMaker session from the start. */
  login(owner: LoginOwner, privateToken: string | undefined): Promise<string>;
  /** Finds a login and counts this as a use. Undefined if the token is unknown, logged out or idle for 15 minutes. */
  find(token: string): Promise<NativeSession | undefined>;
  /** Begins a call. Its login is in use until the call ends. */
  beginCall(session: NativeSession): void;
  endCall(session: NativeSession): void;
  /** Returns the token of the FileMaker session that only this login uses. The first call opens it. @throws ServiceError */
  ownSession(session: NativeSession, pool: Pool): Promise<string>;
  /** Ends a login to the file with this folded name, and its own FileMaker session. Returns false if there was none. */
  logout(token: string, folded: string): Promise<boolean>;
  /** Removes a login whose own FileMaker session died. */
  drop(session: NativeSession): Promise<void>;
  /** Ends the FileMaker sessions that logins in this process own, and thereby those logins. */
  close(): Promise<void>;
}

interface NativeSessionsDependencies {
  readonly table: Table;
  /** Table for calls with a known token: they continue without it if it is slow to respond. */
  readonly promptTable: Table;
  readonly vault: Vault;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly background: BackgroundTasks;
  readonly sessions: SessionPool;
  readonly server: SessionServer;
  /** Separates the tokens of one API from those of another. */
  readonly purpose: "native session" | "admin login";
  /** Time that logins stay usable while the store is unavailable. Milliseconds; 0: none. */
  readonly outageMs: number;
}

export function nativeSessions(dependencies: NativeSessionsDependencies): NativeSessions {
  const { table, vault, clock, ids, background, sessions, server, purpose, outageMs } = dependencies;
  const store = nativeSessionStore(table, vault, purpose);
  const promptStore = nativeSessionStore(dependencies.promptTable, vault, purpose);
  const known = new Map<string, NativeSession>();
  let forgottenAt = clock.now();

  const read = async (name: string, token: string): Promise<NativeSession | undefined> => {
    const stored = await promptStore.byToken(token);
    // Simultaneous calls share one object, which counts calls and openings.
    const session = known.get(name);
    if (stored === undefined) {
      known.delete(name);
      return undefined;
    }
    if (session === undefined) return remember(name, stored);
    session.readAt = clock.now();
    session.lastUsed = Math.max(session.lastUsed, stored.lastUsed);
    session.privateToken = stored.privateToken;
    return session;
  };

  const remember = (name: string, stored: StoredLogin): NativeSession => {
    const { lastUsed } = stored;
    const session = { ...stored, lastWritten: lastUsed, readAt: clock.now(), calls: 0, opening: undefined };
    known.set(name, session);
    return session;
  };

  const findLive = async (token: string): Promise<NativeSession | undefined> => {
    const name = hash("sha256", token, "base64");
    let session = known.get(name);
    const age = session === undefined ? Number.POSITIVE_INFINITY : clock.now() - session.readAt;
    if (age >= freshMs) {
      try {
        session = await read(name, token);
      } catch (thrown) {
        if (!(thrown instanceof StoreUnavailable) || session === undefined || age >= outageMs) throw thrown;
      }
    }
    if (session === undefined || isIdle(session)) return undefined;
    return session;
  };

  const isIdle = ({ calls, lastUsed }: NativeSession) => calls === 0 && clock.now() - lastUsed >= idleMs;

  const touch = (session: NativeSession) => {
    session.lastUsed = clock.now();
    if (session.lastUsed - session.lastWritten < touchEveryMs) return;
    session.lastWritten = session.lastUsed;
    background.waitUntil("last use of a login", store.touch(session.id, session.lastUsed));
  };

  /** Removes idle logins from memory, at most once a minute. */
  const forgetIdle = () => {
    if (clock.now() - forgottenAt < touchEveryMs) return;
    forgottenAt = clock.now();
    for (const [name, session] of known) if (isIdle(session)) known.delete(name);
  };

  const remove = async (session: NativeSession) => {
    for (const [name, other] of known) if (other.id === session.id) known.delete(name);
    await store.remove(session.id);
  };

  /** Ends a FileMaker session. If that fails, the server ends it after 15 idle minutes. */
  const logOut = async (database: string, privateToken: string) => {
    const ended = server.logout(database, privateToken);
    background.waitUntil("logout", ended);
    await ended.catch(() => undefined); // Logged by `background`.
  };

  /** Opens a FileMaker session for one login. @throws ServiceError session_unknown if the login ended in the meantime */
  const openOwn = async (session: NativeSession, pool: Pool): Promise<string> => {
    const opened = await sessions.open(pool);
    const counts = await store.own(session.id, opened).catch(async (thrown: unknown) => {
      await logOut(session.database, opened);
      throw thrown;
    });
    if (counts !== opened) await logOut(session.database, opened);
    if (counts === undefined) throw new ServiceError("session_unknown");
    session.privateToken = counts;
    return counts;
  };

  return {
    async login(owner, privateToken) {
      forgetIdle();
      const token = Buffer.from(ids.bytes(tokenBytes)).toString("hex");
      try {
        remember(hash("sha256", token, "base64"), await store.create(token, owner, clock.now(), privateToken));
      } catch (thrown) {
        if (privateToken !== undefined) await logOut(owner.database, privateToken);
        throw thrown;
      }
      return token;
    },

    async find(token) {
      const session = await findLive(token);
      if (session !== undefined) touch(session);
      return session;
    },

    beginCall(session) {
      session.calls += 1;
    },

    endCall(session) {
      session.calls -= 1;
      touch(session);
    },

    async ownSession(session, pool) {
      if (session.privateToken !== undefined) return session.privateToken;
      session.opening ??= openOwn(session, pool).finally(() => {
        session.opening = undefined;
      });
      return session.opening;
    },

    async logout(token, folded) {
      const session = await findLive(token);
      if (session === undefined || normalizedDatabaseName(session.database) !== folded) return false;
      await remove(session);
      if (session.privateToken !== undefined) await logOut(session.database, session.privateToken);
      return true;
    },

    drop: remove,

    async close() {
      for (const session of [...known.values()]) {
        const { privateToken } = session;
        if (privateToken === undefined) continue;
        await remove(session);
        await logOut(session.database, privateToken);
      }
    },
  };
}

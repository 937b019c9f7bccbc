import { hash } from "node:crypto";
import * as z from "zod";
import { ServiceError } from "../contract/errors.ts";
import type { DataApi } from "../filemaker/data-api.ts";
import type { Pool, SessionPool } from "../filemaker/session-pool.ts";
import type { Background } from "../ports/background.ts";
import type { Clock } from "../ports/clock.ts";
import type { Ids } from "../ports/ids.ts";
import { ConditionFailed, type Item, type Table } from "../ports/table.ts";
import type { Vault } from "../ports/vault.ts";

/** FileMaker's own idle life of a token. */
const idleMs = 15 * 60_000;
const touchEveryMs = 60_000;
const freshMs = 5_000;
const tokenBytes = 26; // As many hex digits as FileMaker's own tokens have: 52.

const NativeFields = z.object({
  schema: z.literal(1),
  keyId: z.int(),
  /** Full name of the file that the caller logged in to. */
  database: z.string(),
  lastUsed: z.number(),
  /** Token of a FileMaker session that only this login uses; null as long as pooled ones do. */
  sealedPrivateToken: z.string().nullable(),
});

/** A login through the proxy: a token that stands for a key in one file. */
export interface NativeSession {
  readonly id: string;
  readonly keyId: number;
  readonly database: string;
  lastUsed: number;
  lastWritten: number;
  readAt: number;
  /** Calls under way, for validateSession. */
  calls: number;
  privateToken: string | undefined;
  opening: Promise<string> | undefined;
}

/** Tokens for clients that insist on logging in (architecture 5). */
export interface NativeSessions {
  /** Makes a token for a key in a file. With `privateToken` the login owns that FileMaker session from the start. */
  login(keyId: number, database: string, privateToken: string | undefined): Promise<string>;
  /** Undefined when the token is unknown, logged out or idle for 15 minutes. Counts as a use. */
  find(token: string): Promise<NativeSession | undefined>;
  /** The FileMaker session that only this login uses, opened at the first call. @throws ServiceError */
  ownSession(session: NativeSession, pool: Pool): Promise<string>;
  /** Ends a login and the FileMaker session it owns. False when there was none. */
  logout(token: string): Promise<boolean>;
  /** Forgets a login whose own FileMaker session died: its globals are gone, so its client has to log in again. */
  drop(session: NativeSession): Promise<void>;
  /** Logs out of every FileMaker session that a login in this process owns. */
  close(): Promise<void>;
}

interface NativeSessionsDependencies {
  readonly table: Table;
  readonly vault: Vault;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly background: Background;
  readonly sessions: SessionPool;
  readonly dataApi: DataApi;
}

export function nativeSessions(dependencies: NativeSessionsDependencies): NativeSessions {
  const { table, vault, clock, ids, background, sessions, dataApi } = dependencies;
  const known = new Map<string, NativeSession>();

  const keyOf = (id: string) => ({ pk: `native#${id}`, sk: "session" });
  const context = (id: string) => ({ item: `native#${id}|session`, field: "sealedPrivateToken" });
  const expiry = (lastUsed: number) => Math.ceil((lastUsed + idleMs + touchEveryMs) / 1000);

  const read = async (token: string): Promise<NativeSession | undefined> => {
    for (const id of await vault.fingerprints("native session", token)) {
      const item = await table.get(keyOf(id));
      if (item !== undefined) return sessionIn(item, id);
    }
    return undefined;
  };

  const sessionIn = async (item: Item, id: string): Promise<NativeSession> => {
    const { keyId, database, lastUsed, sealedPrivateToken } = NativeFields.parse(item.fields);
    const privateToken = sealedPrivateToken === null ? undefined : await vault.open(sealedPrivateToken, context(id));
    const readAt = clock.now();
    return { id, keyId, database, lastUsed, lastWritten: lastUsed, readAt, calls: 0, privateToken, opening: undefined };
  };

  const cached = async (token: string): Promise<NativeSession | undefined> => {
    const name = hash("sha256", token, "base64");
    const session = known.get(name);
    if (session !== undefined && clock.now() - session.readAt < freshMs) return session;
    const stored = await read(token);
    if (stored === undefined) {
      known.delete(name);
      return undefined;
    }
    if (session === undefined) {
      known.set(name, stored);
      return stored;
    }
    session.readAt = stored.readAt;
    session.lastUsed = Math.max(session.lastUsed, stored.lastUsed);
    session.privateToken = stored.privateToken;
    return session;
  };

  const touch = (session: NativeSession) => {
    session.lastUsed = clock.now();
    if (session.lastUsed - session.lastWritten < touchEveryMs) return;
    session.lastWritten = session.lastUsed;
    const change = { set: { lastUsed: session.lastUsed }, expiresAt: expiry(session.lastUsed) };
    const write = table.update(keyOf(session.id), change, "present").catch((thrown: unknown) => {
      if (!(thrown instanceof ConditionFailed)) throw thrown; // Logged out in the meantime.
    });
    background.run("last use of a login", write);
  };

  const store = async (session: NativeSession, condition: "absent" | "present") => {
    const { id, keyId, database, lastUsed, privateToken } = session;
    const sealedPrivateToken = privateToken === undefined ? null : await vault.seal(privateToken, context(id));
    const fields = { schema: 1, keyId, database, lastUsed, sealedPrivateToken };
    await table.put({ ...keyOf(id), fields, expiresAt: expiry(lastUsed) }, condition);
  };

  const forgetIdle = () => {
    for (const [name, { lastUsed, calls }] of known)
      if (calls === 0 && clock.now() - lastUsed >= idleMs) known.delete(name);
  };

  const remove = async (session: NativeSession) => {
    for (const [name, other] of known) if (other.id === session.id) known.delete(name);
    await table.delete(keyOf(session.id));
  };

  return {
    async login(keyId, database, privateToken) {
      forgetIdle();
      const token = Buffer.from(ids.bytes(tokenBytes)).toString("hex");
      const [id] = await vault.fingerprints("native session", token);
      const now = clock.now();
      const times = { lastUsed: now, lastWritten: now, readAt: now };
      const session = { id, keyId, database, ...times, calls: 0, privateToken, opening: undefined };
      await store(session, "absent");
      known.set(hash("sha256", token, "base64"), session);
      return token;
    },

    async find(token) {
      const session = await cached(token);
      if (session === undefined || clock.now() - session.lastUsed >= idleMs) return undefined;
      touch(session);
      return session;
    },

    async ownSession(session, pool) {
      if (session.privateToken !== undefined) return session.privateToken;
      session.opening ??= (async () => {
        const privateToken = await sessions.open(pool);
        session.privateToken = privateToken;
        try {
          await store(session, "present");
        } catch (thrown) {
          session.privateToken = undefined;
          await dataApi.logout(session.database, privateToken);
          // Logged out, perhaps elsewhere, while the session was being opened.
          throw thrown instanceof ConditionFailed ? new ServiceError("session_unknown", { cause: thrown }) : thrown;
        }
        return privateToken;
      })().finally(() => {
        session.opening = undefined;
      });
      return session.opening;
    },

    async logout(token) {
      const session = await cached(token);
      if (session === undefined) return false;
      await remove(session);
      if (session.privateToken !== undefined) await dataApi.logout(session.database, session.privateToken);
      return clock.now() - session.lastUsed < idleMs;
    },

    drop: remove,

    async close() {
      const owners = [...known.values()].filter(({ privateToken }) => privateToken !== undefined);
      await Promise.all(
        owners.map(async (session) => {
          await remove(session);
          await dataApi.logout(session.database, session.privateToken as string);
        }),
      );
    },
  };
}

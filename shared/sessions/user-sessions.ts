import { ServiceError } from "#shared/contract/errors.ts";
import type { Client } from "#shared/contract/rate-limit.ts";
import type { Role } from "#shared/contract/roles.ts";
import { looksLikeSession } from "#shared/contract/values/session-value.ts";
import type { Clock } from "#shared/ports/clock.ts";
import type { Ids } from "#shared/ports/ids.ts";
import { type Vault, VaultRefused } from "#shared/ports/vault.ts";
import type { AdminAccounts } from "./admin-accounts.ts";
import type { SessionKind, SessionLimits, SessionRecord } from "./record.ts";
import { endOf, isNoteworthy, isOver, needsCheck, shortUserAgent, undecidedCheck } from "./rules.ts";
import { newSessionValue, sessionIdOf } from "./session-value.ts";
import { type StoredSession, sessionPassContext, type UserSessionStore } from "./store.ts";

/** Identity of a person who signs in. */
export type SignedInAs = UserAccount | HolderOfCode;

/** Administrator of the host with a one-time code. There is no account for calls to FileMaker Server. */
export interface HolderOfCode {
  readonly signInCodeId: string;
}

/** Name in lists and the audit trail for a person who signed in with a one-time code. */
const holderName = "one-time code";

/** Account of the Admin Console with its password. */
export interface UserAccount {
  readonly user: string;
  readonly pass: string;
  /** Admin API key that was used instead of the account, if any. */
  readonly adminKeyId?: number | undefined;
  /** True if FileMaker Server limits the account to a part of its tasks. */
  readonly isLimited?: boolean;
}

/** Address and User-Agent of a client that signs in. */
export interface SignInClient {
  readonly address: string;
  readonly userAgent: string | undefined;
}

/** New session, with its value. */
export interface NewSession extends LiveSession {
  readonly value: string;
}

/** Active session, and its account. Undefined if the session was opened with a one-time code. */
export interface LiveSession {
  readonly record: SessionRecord;
  readonly account: UserAccount | undefined;
  readonly role: Role;
}

/** Sessions of people: opened with an account, found by their value. They end by timeout, sign-out or password change. */
export interface UserSessions {
  /**
   * Creates a session without storing it.
   * @throws ServiceError administrator_limited
   */
  draft(kind: SessionKind, signedInAs: SignedInAs, client: SignInClient): Promise<NewSession>;
  /**
   * Stores a new session for an account or code that was just accepted.
   * @throws ServiceError administrator_limited
   */
  open(kind: SessionKind, signedInAs: SignedInAs, client: SignInClient): Promise<NewSession>;
  /**
   * Returns the session with this value, records its use, and verifies its account from time to time. Undefined if the session has ended.
   */
  find(value: string, kind: SessionKind, client: Client): Promise<LiveSession | undefined>;
  /** Returns the person's current role; undefined if the session's key was deleted, or a limited account has no assigned role anymore. */
  roleOf(record: SessionRecord): Promise<Role | undefined>;
  end(record: Pick<SessionRecord, "id">): Promise<void>;
}

interface UserSessionsDependencies {
  readonly store: UserSessionStore;
  readonly accounts: AdminAccounts;
  readonly vault: Vault;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly limits: SessionLimits;
  /** Returns the role of an Admin API key that exists and can be used. */
  readonly roleOfKey: (id: number) => Promise<Role | undefined>;
  /** Returns the role assigned to a limited account. */
  readonly roleOfPerson: (user: string) => Promise<Role | undefined>;
}

export function userSessions(dependencies: UserSessionsDependencies): UserSessions {
  const { store, accounts, vault, clock, ids, limits, roleOfKey, roleOfPerson } = dependencies;

  /** Returns the fields of a session for an account, with the password encrypted for that session. */
  const kept = async (id: string, signedInAs: SignedInAs) => {
    if ("signInCodeId" in signedInAs) {
      const { signInCodeId } = signedInAs;
      return { user: holderName, sealedPass: null, credentialId: "", adminKeyId: null, signInCodeId, isLimited: false };
    }
    const { user, pass, adminKeyId = null, isLimited = false } = signedInAs;
    const [credentialId] = await vault.fingerprints("credential", `${user}\0${pass}`);
    const sealedPass = await vault.seal(pass, sessionPassContext(id));
    return { user, sealedPass, credentialId, adminKeyId, signInCodeId: null, isLimited };
  };

  // Read on every call, so that lost permissions take effect immediately.
  const roleOf: UserSessions["roleOf"] = async ({ user, adminKeyId, isLimited }) => {
    if (adminKeyId !== null) return roleOfKey(adminKeyId);
    return isLimited ? roleOfPerson(user) : "administrator";
  };

  const draft: UserSessions["draft"] = async (kind, signedInAs, { address, userAgent }) => {
    const value = newSessionValue(ids);
    const id = sessionIdOf(value);
    const now = clock.now();
    const record: SessionRecord = {
      schema: 1,
      id,
      kind,
      ...(await kept(id, signedInAs)),
      createdAt: now,
      lastUsedAt: now,
      checkedAt: now,
      address,
      userAgent: shortUserAgent(userAgent),
    };
    const role = await roleOf(record);
    // The role was removed after the account was accepted.
    if (role === undefined) throw new ServiceError("administrator_limited");
    return { value, record, role, account: "pass" in signedInAs ? signedInAs : undefined };
  };

  /** Ends all sessions with the old password, so that none checks it again: repeated failures lock accounts. */
  const endAllWith = async ({ user, credentialId }: SessionRecord): Promise<void> => {
    const all = await store.allOfUser(user);
    await Promise.all(all.filter((other) => other.credentialId === credentialId).map(({ id }) => store.end(id)));
  };

  /** Returns false if FileMaker Server rejects the account. One call checks; concurrent calls continue in the meantime. */
  const isStillGood = async (
    { record, version }: StoredSession,
    account: UserAccount,
    client: Client,
  ): Promise<boolean> => {
    const now = clock.now();
    const times = { lastUsedAt: now, checkedAt: now };
    if (!(await store.change(record.id, times, endOf({ ...record, ...times }, limits), version))) return true;
    try {
      const status = await accounts.statusOf(account, client);
      // An account that FileMaker Server has limited since is no longer an administrator and must sign in again.
      if (status === "accepted" || (status === "limited" && record.isLimited)) return true;
    } catch (thrown) {
      if (!(thrown instanceof ServiceError)) throw thrown;
      // If it doesn't respond or rejects all attempts, an accepted account stays accepted until it does.
      await store.change(record.id, { checkedAt: undecidedCheck(now) });
      return true;
    }
    await store.end(record.id);
    await endAllWith(record);
    return false;
  };

  const accountIn = async ({
    id,
    user,
    sealedPass,
    adminKeyId,
    isLimited,
  }: SessionRecord): Promise<UserAccount | undefined> => {
    if (sealedPass === null) return undefined;
    const pass = await vault.open(sealedPass, sessionPassContext(id));
    return { user, pass, adminKeyId: adminKeyId ?? undefined, isLimited };
  };

  return {
    draft,

    async open(kind, signedInAs, client) {
      const opened = await draft(kind, signedInAs, client);
      await store.create(opened.record, limits);
      return opened;
    },

    async find(value, kind, client) {
      if (!looksLikeSession(value)) return undefined;
      const stored = await store.byId(sessionIdOf(value));
      const now = clock.now();
      if (stored === undefined || stored.record.kind !== kind || isOver(stored.record, limits, now)) return undefined;
      const { record } = stored;
      const [role, isEnded] = await Promise.all([roleOf(record), store.isEnded(record, now)]);
      if (role === undefined || isEnded) {
        await store.end(record.id);
        return undefined;
      }
      const account = await accountIn(record).catch((thrown: unknown) => {
        if (!(thrown instanceof VaultRefused)) throw thrown;
        return "lost" as const;
      });
      if (account === "lost") {
        // Encrypted with a key that no longer exists: the user must sign in again.
        await store.end(record.id);
        return undefined;
      }
      // A key is sufficient by itself, the same as when sent as bearer token: it works while FileMaker Server doesn't respond. So does a
      // code.
      if (account !== undefined && record.adminKeyId === null && needsCheck(record, now)) {
        if (!(await isStillGood(stored, account, client))) return undefined;
      } else if (isNoteworthy(record, now)) {
        const used = { lastUsedAt: now };
        // Returns false if the session was ended concurrently; this call came first.
        await store.change(record.id, used, endOf({ ...record, ...used }, limits));
      }
      return { record, account, role };
    },

    roleOf,

    end: ({ id }) => store.end(id),
  };
}

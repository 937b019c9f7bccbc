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

/** Who signs in. */
export type SignedInAs = UserAccount | HolderOfCode;

/** An administrator of the host, by a one-time code: that is no account, and FileMaker Server cannot be asked with it. */
export interface HolderOfCode {
  readonly signInCodeId: string;
}

/** What lists and the audit trail call a person who signed in with a one-time code. */
const holderName = "one-time code";

/** An account of the Admin Console with its password. */
export interface UserAccount {
  readonly user: string;
  readonly pass: string;
  /** The Admin API Key that it is stored with, where that was shown in place of it. */
  readonly adminKeyId?: number | undefined;
  /** Whether FileMaker Server limits it to a part of its tasks. */
  readonly isLimited?: boolean;
}

/** From where, and with what, a user signs in. */
export interface SignInClient {
  readonly address: string;
  readonly userAgent: string | undefined;
}

/** A session that has just begun, and the value that opens it. */
export interface NewSession extends LiveSession {
  readonly value: string;
}

/** A session that goes on, and the account that it stands for. None where a one-time code has opened it. */
export interface LiveSession {
  readonly record: SessionRecord;
  readonly account: UserAccount | undefined;
  readonly role: Role;
}

/** Sessions of people: begun with an account, found by their value, over by time, by sign-out or with the account's password. */
export interface UserSessions {
  /** A session that is not stored yet. @throws ServiceError administrator_limited */
  draft(kind: SessionKind, signedInAs: SignedInAs, client: SignInClient): Promise<NewSession>;
  /** Stores a new session of an account or a code that was accepted a moment ago. @throws ServiceError administrator_limited */
  open(kind: SessionKind, signedInAs: SignedInAs, client: SignInClient): Promise<NewSession>;
  /** The session that a value stands for, its use noted, its account asked about now and then. Undefined when it is over. */
  find(value: string, kind: SessionKind, client: Client): Promise<LiveSession | undefined>;
  /** What the person may do now; undefined where the session's key is gone, or nobody gives the limited account a role any more. */
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
  /** The role of an Admin API Key that is still stored and may be used. */
  readonly roleOfKey: (id: number) => Promise<Role | undefined>;
  /** The role that a limited account was given. */
  readonly roleOfPerson: (user: string) => Promise<Role | undefined>;
}

export function userSessions(dependencies: UserSessionsDependencies): UserSessions {
  const { store, accounts, vault, clock, ids, limits, roleOfKey, roleOfPerson } = dependencies;

  /** What a session keeps of an account, sealed to it. */
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

  // Asked with every call: who loses a right loses it at once.
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
    // Taken from it since it was accepted.
    if (role === undefined) throw new ServiceError("administrator_limited");
    return { value, record, role, account: "pass" in signedInAs ? signedInAs : undefined };
  };

  /** Ends what the old password has opened, so that no session asks about it again: repeated failures lock accounts. */
  const endAllWith = async ({ user, credentialId }: SessionRecord): Promise<void> => {
    const all = await store.allOfUser(user);
    await Promise.all(all.filter((other) => other.credentialId === credentialId).map(({ id }) => store.end(id)));
  };

  /** Whether the account is still good, as far as FileMaker Server can say. One call asks, the others go on meanwhile. */
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
      // An account that FileMaker Server limits from now on is no administrator any more: it signs in again.
      if (status === "accepted" || (status === "limited" && record.isLimited)) return true;
    } catch (thrown) {
      if (!(thrown instanceof ServiceError)) throw thrown;
      // It does not answer, or refuses all attempts: what was accepted before stays so until it answers.
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
      const role = await roleOf(record);
      if (role === undefined) {
        await store.end(record.id);
        return undefined;
      }
      const account = await accountIn(record).catch((thrown: unknown) => {
        if (!(thrown instanceof VaultRefused)) throw thrown;
        return "lost" as const;
      });
      if (account === "lost") {
        // Sealed under a key that is gone: the user signs in again.
        await store.end(record.id);
        return undefined;
      }
      // A key is its own right, as where it comes as bearer: it holds while FileMaker Server cannot be asked. So is a code.
      if (account !== undefined && record.adminKeyId === null && needsCheck(record, now)) {
        if (!(await isStillGood(stored, account, client))) return undefined;
      } else if (isNoteworthy(record, now)) {
        const used = { lastUsedAt: now };
        // False where it was ended this very moment: this call came first.
        await store.change(record.id, used, endOf({ ...record, ...used }, limits));
      }
      return { record, account, role };
    },

    roleOf,

    end: ({ id }) => store.end(id),
  };
}

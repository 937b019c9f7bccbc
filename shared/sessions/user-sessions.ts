import { ServiceError } from "#shared/contract/errors.ts";
import type { Client } from "#shared/contract/rate-limit.ts";
import { looksLikeSession } from "#shared/contract/values/session-value.ts";
import type { Clock } from "#shared/ports/clock.ts";
import type { Ids } from "#shared/ports/ids.ts";
import type { Vault } from "#shared/ports/vault.ts";
import type { AdminAccounts } from "./admin-accounts.ts";
import type { SessionKind, SessionLimits, SessionRecord } from "./record.ts";
import { endOf, isNoteworthy, isOver, needsCheck, shortUserAgent, undecidedCheck } from "./rules.ts";
import { newSessionValue, sessionIdOf } from "./session-value.ts";
import { type StoredSession, sessionPassContext, type UserSessionStore } from "./store.ts";

/** An account of the Admin Console with its password. */
export interface UserAccount {
  readonly user: string;
  readonly pass: string;
  /** The Admin API Key that it is stored with, where that was shown in place of it. */
  readonly adminKeyId?: number | undefined;
}

/** From where, and with what, a user signs in. */
export interface SignInClient {
  readonly address: string;
  readonly userAgent: string | undefined;
}

/** A session that goes on, and the account that it stands for. */
export interface LiveSession {
  readonly record: SessionRecord;
  readonly account: UserAccount;
}

/** Sessions of people: begun with an account, found by their value, over by time, by sign-out or with the account's password. */
export interface UserSessions {
  /** A session that is not stored yet, and the value that opens it. */
  draft(
    kind: SessionKind,
    account: UserAccount,
    client: SignInClient,
  ): Promise<{ readonly value: string; readonly record: SessionRecord }>;
  /** Stores a new session of an account that was accepted a moment ago. */
  open(
    kind: SessionKind,
    account: UserAccount,
    client: SignInClient,
  ): Promise<{ readonly value: string; readonly record: SessionRecord }>;
  /** The session that a value stands for, its use noted, its account asked about now and then. Undefined when it is over. */
  find(value: string, kind: SessionKind, client: Client): Promise<LiveSession | undefined>;
  end(record: Pick<SessionRecord, "id">): Promise<void>;
}

interface UserSessionsDependencies {
  readonly store: UserSessionStore;
  readonly accounts: AdminAccounts;
  readonly vault: Vault;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly limits: SessionLimits;
  /** Whether an Admin API Key is still stored. */
  readonly isKeyStored: (id: number) => Promise<boolean>;
}

export function userSessions(dependencies: UserSessionsDependencies): UserSessions {
  const { store, accounts, vault, clock, ids, limits, isKeyStored } = dependencies;

  const draft: UserSessions["draft"] = async (kind, account, { address, userAgent }) => {
    const value = newSessionValue(ids);
    const id = sessionIdOf(value);
    const now = clock.now();
    const [credentialId] = await vault.fingerprints("credential", `${account.user}\0${account.pass}`);
    const record: SessionRecord = {
      schema: 1,
      id,
      kind,
      user: account.user,
      role: "administrator",
      sealedPass: await vault.seal(account.pass, sessionPassContext(id)),
      credentialId,
      createdAt: now,
      lastUsedAt: now,
      checkedAt: now,
      address,
      userAgent: shortUserAgent(userAgent),
      adminKeyId: account.adminKeyId ?? null,
    };
    return { value, record };
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
      // A role that was given to the account meanwhile ends what it had before.
      if ((await accounts.statusOf(account, client)) === "accepted") return true;
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

  return {
    draft,

    async open(kind, account, client) {
      const opened = await draft(kind, account, client);
      await store.create(opened.record, endOf(opened.record, limits));
      return opened;
    },

    async find(value, kind, client) {
      if (!looksLikeSession(value)) return undefined;
      const stored = await store.byId(sessionIdOf(value));
      const now = clock.now();
      if (stored === undefined || stored.record.kind !== kind || isOver(stored.record, limits, now)) return undefined;
      const { record } = stored;
      if (record.adminKeyId !== null && !(await isKeyStored(record.adminKeyId))) {
        await store.end(record.id);
        return undefined;
      }
      const pass = await vault.open(record.sealedPass, sessionPassContext(record.id));
      const account = { user: record.user, pass, adminKeyId: record.adminKeyId ?? undefined };
      // A key is its own right, as where it comes as bearer: it holds while FileMaker Server cannot be asked.
      if (record.adminKeyId === null && needsCheck(record, now)) {
        if (!(await isStillGood(stored, account, client))) return undefined;
      } else if (isNoteworthy(record, now)) {
        const used = { lastUsedAt: now };
        // False where it was ended this very moment: this call came first.
        await store.change(record.id, used, endOf({ ...record, ...used }, limits));
      }
      return { record, account };
    },

    end: ({ id }) => store.end(id),
  };
}

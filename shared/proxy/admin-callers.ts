import { ServiceError } from "../contract/errors.ts";
import type { Visitor } from "../contract/rate-limit.ts";
import { adminPlace } from "../filemaker/admin-session-server.ts";
import type { Account } from "../filemaker/data-api.ts";
import type { Pool } from "../filemaker/pool.ts";
import type { SessionPool } from "../filemaker/session-pool.ts";
import type { AdminKeyHandle, AdminKeyring } from "../keys/keyring.ts";
import type { AdminCredential } from "./admin-credential.ts";
import type { NativeSession, NativeSessions } from "./native-sessions.ts";

/** Who calls the Admin API, and the sessions that serve him: those of one account, whatever it was shown by. */
export interface AdminCaller {
  readonly pool: Pool;
  /** Undefined where an account speaks for itself. */
  readonly handle: AdminKeyHandle | undefined;
  /** The login that the caller's token stands for. */
  readonly native: NativeSession | undefined;
}

export interface AdminCallers {
  /** @throws ServiceError key_unknown, admin_session_unknown, account_refused, too_many_attempts, authorization_unsupported */
  identify(credential: AdminCredential, visitor: Visitor): Promise<AdminCaller>;
}

interface AdminCallersDependencies {
  readonly keyring: AdminKeyring;
  readonly sessions: SessionPool;
  readonly nativeSessions: NativeSessions;
  /** Whether this is an account of the Admin Console. What was accepted is remembered for a minute. */
  readonly accepts: (account: Account, visitor: Visitor) => Promise<boolean>;
  /** The account behind a session that was handed over to a program on a command line; undefined when it is over. */
  readonly sessionAccount: (value: string, visitor: Visitor) => Promise<Account | undefined>;
  /** The id that keys of this account carry. */
  readonly credentialId: (account: Account) => Promise<string>;
}

export function adminCallers(dependencies: AdminCallersDependencies): AdminCallers {
  const { keyring, sessions, nativeSessions, accepts, sessionAccount, credentialId } = dependencies;

  const holding = (handle: AdminKeyHandle, native: NativeSession | undefined): AdminCaller => ({
    pool: sessions.pool({ credentialId: handle.record.credentialId, ...adminPlace }, handle.account),
    handle,
    native,
  });

  const loggedIn = async (token: string): Promise<AdminCaller> => {
    const native = await nativeSessions.find(token);
    const handle = native && (await keyring.findId(native.keyId));
    // A login ends with its key.
    if (handle === undefined || handle.record.credentialId !== native?.credentialId)
      throw new ServiceError("admin_session_unknown");
    return holding(handle, native);
  };

  const speaking = async (account: Account, visitor: Visitor): Promise<AdminCaller> => {
    if (!(await accepts(account, visitor))) throw new ServiceError("account_refused");
    return ofAccount(account);
  };

  const signedIn = async (value: string, visitor: Visitor): Promise<AdminCaller> => {
    const account = await sessionAccount(value, visitor);
    if (account === undefined) throw new ServiceError("admin_session_unknown");
    return ofAccount(account);
  };

  const ofAccount = async (account: Account): Promise<AdminCaller> => {
    const id = { credentialId: await credentialId(account), ...adminPlace };
    return { pool: sessions.pool(id, async () => account), handle: undefined, native: undefined };
  };

  return {
    async identify(credential, visitor) {
      if (credential.kind === "login") return loggedIn(credential.token);
      if (credential.kind === "account") return speaking({ user: credential.user, pass: credential.pass }, visitor);
      if (credential.kind === "session") return signedIn(credential.value, visitor);
      if (credential.kind === "pki") throw new ServiceError("authorization_unsupported");
      if (credential.kind !== "key") throw new ServiceError("key_unknown");
      const handle = keyring.fresh(credential.value) ?? (await keyring.find(credential.value));
      if (handle === undefined) throw new ServiceError("key_unknown");
      return holding(handle, undefined);
    },
  };
}

import { ServiceError } from "#shared/contract/errors.ts";
import type { Client } from "#shared/contract/rate-limit.ts";
import type { Role } from "#shared/contract/roles.ts";
import type { Account } from "#shared/filemaker/data-api.ts";
import { adminApiDatabase } from "#shared/filemaker/sessions/admin-session-server.ts";
import type { Pool } from "#shared/filemaker/sessions/pool.ts";
import type { SessionPool } from "#shared/filemaker/sessions/session-pool.ts";
import type { AdminKeyCache, AdminKeyHandle } from "#shared/keys/api.ts";
import type { NativeSession, NativeSessions } from "../native-sessions/native-sessions.ts";
import type { AdminCallCredential } from "./credential.ts";

/** Caller of the Admin API, and its sessions. All credentials of an account share its sessions. */
export interface AdminCaller {
  readonly pool: Pool;
  /** Undefined if the caller uses an account directly. */
  readonly handle: AdminKeyHandle | undefined;
  /** Login of the caller's token. */
  readonly native: NativeSession | undefined;
  /** Role of the key or of the session's user. Undefined if FileMaker Server alone decides about an account. */
  readonly role: Role | undefined;
}

export interface AdminCallers {
  /**
   * Identifies the caller.
   * @throws ServiceError key_unknown, admin_credential_missing, admin_session_unknown, account_refused, too_many_attempts,
   * authorization_unsupported
   */
  identify(credential: AdminCallCredential, client: Client): Promise<AdminCaller>;
}

interface AdminCallersDependencies {
  readonly keyCache: AdminKeyCache;
  readonly sessions: SessionPool;
  readonly nativeSessions: NativeSessions;
  /** True for an account of the Admin Console. Success is cached for a minute. */
  readonly accepts: (account: Account, client: Client) => Promise<boolean>;
  /** Returns the account and role of a session that was handed over to a command line program. Undefined if it has ended. */
  readonly sessionAccount: (
    value: string,
    client: Client,
  ) => Promise<{ readonly account: Account; readonly role: Role } | undefined>;
  /** Returns the credential id that keys of this account have. */
  readonly credentialId: (account: Account) => Promise<string>;
}

export function adminCallers(dependencies: AdminCallersDependencies): AdminCallers {
  const { keyCache, sessions, nativeSessions, accepts, sessionAccount, credentialId } = dependencies;

  const forKey = (handle: AdminKeyHandle, native: NativeSession | undefined): AdminCaller => ({
    pool: sessions.pool(
      { credentialId: handle.record.credentialId, ...adminApiDatabase },
      handle.account,
      handle.name.key,
    ),
    handle,
    native,
    role: handle.record.role,
  });

  const byLogin = async (token: string): Promise<AdminCaller> => {
    const native = await nativeSessions.find(token);
    const handle = native && (await keyCache.findId(native.keyId));
    // A login ends with its key.
    if (handle === undefined || handle.record.credentialId !== native?.credentialId)
      throw new ServiceError("admin_session_unknown");
    return forKey(handle, native);
  };

  const byAccount = async (account: Account, client: Client): Promise<AdminCaller> => {
    if (!(await accepts(account, client))) throw new ServiceError("account_refused");
    return forAccount(account, undefined);
  };

  const bySession = async (value: string, client: Client): Promise<AdminCaller> => {
    const session = await sessionAccount(value, client);
    if (session === undefined) throw new ServiceError("admin_session_unknown");
    return forAccount(session.account, session.role);
  };

  const forAccount = async (account: Account, role: Role | undefined): Promise<AdminCaller> => {
    const id = { credentialId: await credentialId(account), ...adminApiDatabase };
    return { pool: sessions.pool(id, async () => account), handle: undefined, native: undefined, role };
  };

  return {
    async identify(credential, client) {
      if (credential.kind === "login") return byLogin(credential.token);
      if (credential.kind === "account") return byAccount({ user: credential.user, pass: credential.pass }, client);
      if (credential.kind === "session") return bySession(credential.value, client);
      if (credential.kind === "pki") throw new ServiceError("authorization_unsupported");
      if (credential.kind === "none") throw new ServiceError("admin_credential_missing");
      if (credential.kind !== "key") throw new ServiceError("key_unknown");
      const handle = keyCache.fresh(credential.value) ?? (await keyCache.find(credential.value));
      if (handle === undefined) throw new ServiceError("key_unknown");
      return forKey(handle, undefined);
    },
  };
}

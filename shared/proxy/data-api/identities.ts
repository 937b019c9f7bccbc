import { ServiceError } from "#shared/contract/errors.ts";
import type { ProxyOutcome } from "#shared/contract/proxy-outcome.ts";
import { normalizedDatabaseName } from "#shared/contract/values/database-name.ts";
import type { Pool } from "#shared/filemaker/sessions/pool.ts";
import type { SessionPool } from "#shared/filemaker/sessions/session-pool.ts";
import type { KeyCache, KeyHandle } from "#shared/keys/api.ts";
import type { CallCredential } from "../call-credential.ts";
import type { NativeSession, NativeSessions } from "../native-sessions/native-sessions.ts";
import type { FileLists } from "./file-lists.ts";
import type { NamedDatabase } from "./path.ts";

/** Identified caller: a key, sent directly or through the token of a login. */
export interface Identity {
  readonly handle: KeyHandle;
  readonly native: NativeSession | undefined;
}

type KeyOfCall = Pick<ProxyOutcome, "key">;

/** Identifies callers and what they can open. Cached results are returned without a promise, because every call passes here. */
export interface Identities {
  /**
   * Identifies the caller, and notes its key for the call.
   * @throws ServiceError key_unknown, credential_missing, native_account_unsupported, session_unknown, key_data_api_off
   */
  identify(credential: CallCredential, outcome: KeyOfCall): Identity | Promise<Identity>;
  /** Returns the session pool for this caller and file. @throws ServiceError key_file_not_allowed, session_unknown */
  poolOf(identity: Identity, database: NamedDatabase): Pool | Promise<Pool>;
}

interface IdentitiesDependencies {
  readonly keyCache: KeyCache;
  readonly sessions: SessionPool;
  readonly nativeSessions: NativeSessions;
  readonly fileLists: FileLists;
}

export function identities(dependencies: IdentitiesDependencies): Identities {
  const { keyCache, sessions, nativeSessions, fileLists } = dependencies;

  const find = async (credential: CallCredential, outcome: KeyOfCall): Promise<Identity> => {
    if (credential.kind === "key") {
      const handle = await keyCache.find(credential.value);
      if (handle !== undefined) return requireDataApi({ handle, native: undefined }, outcome);
    }
    if (credential.kind === "none") throw new ServiceError(refusals[credential.sent]);
    if (credential.kind !== "token") throw new ServiceError("key_unknown");
    const native = await nativeSessions.find(credential.value);
    const handle = native && (await keyCache.findId(native.keyId));
    // A login ends with its key, or when the key gets another account.
    if (handle === undefined || handle.record.credentialId !== native?.credentialId)
      throw new ServiceError("session_unknown");
    return requireDataApi({ handle, native }, outcome);
  };

  const spelled = async (identity: Identity, { full, folded }: NamedDatabase): Promise<Pool> =>
    opened(identity, await fileLists.spelling(identity.handle, full), folded);

  /** Handles are reloaded every few seconds, so values cached with one never outlive their pool. */
  const pools = new WeakMap<KeyHandle, Map<string, Pool>>();

  const opened = ({ handle }: Identity, database: string, folded: string): Pool => {
    const { record, account, name } = handle;
    const known = pools.get(handle)?.get(folded);
    if (known !== undefined) {
      known.key = name.key;
      return known;
    }
    const pool = sessions.pool({ credentialId: record.credentialId, database, folded }, account, name.key);
    const own = pools.get(handle) ?? new Map<string, Pool>();
    pools.set(handle, own.set(folded, pool));
    return pool;
  };

  return {
    identify(credential, outcome) {
      const handle = credential.kind === "key" ? keyCache.fresh(credential.value) : undefined;
      return handle === undefined ? find(credential, outcome) : requireDataApi({ handle, native: undefined }, outcome);
    },

    poolOf(identity, database) {
      const { handle, native } = identity;
      const listed = handle.files.get(database.folded);
      if (listed === undefined && !handle.record.allowAnyDatabase) throw new ServiceError("key_file_not_allowed");
      if (native !== undefined && normalizedDatabaseName(native.database) !== database.folded)
        throw new ServiceError("session_unknown");
      return listed === undefined ? spelled(identity, database) : opened(identity, listed, database.folded);
    },
  };
}

/** Errors for missing keys. Clients act on FileMaker's code for a call without a credential; people need to know what to send instead of an account. */
const refusals = {
  nothing: "credential_missing",
  account: "native_account_unsupported",
  other: "key_unknown",
} as const;

/** Returns the identity if its key is for the Data API. @throws ServiceError key_data_api_off */
function requireDataApi(identity: Identity, outcome: KeyOfCall): Identity {
  const { handle } = identity;
  // Rejected calls count for their key too.
  outcome.key = handle.name;
  if (!handle.record.isDataApi) throw new ServiceError("key_data_api_off");
  return identity;
}

import type { Caller } from "#shared/contract/call.ts";
import { ServiceError } from "#shared/contract/errors.ts";
import { fullDatabaseName, normalizedDatabaseName } from "#shared/contract/values/database-name.ts";
import type { Admission, AdmittedCall, KeyCache, KeyHandle } from "#shared/keys/api.ts";
import type { CallCredential } from "#shared/proxy/api.ts";

/** Parts of a call that identify its sender. */
export interface SenderCall {
  /** Key in the URL, after the channel. */
  readonly pathKey: string | undefined;
  readonly authorization: readonly string[];
  /** Original query, including the question mark. */
  readonly rawQuery: string;
  /** Called as soon as the key is known, also if the event is then refused. */
  readonly identified: (caller: Caller) => void;
  /** Parts of the call that the limits of its key apply to. */
  readonly admitted: AdmittedCall;
}

/** Key of an event, and the file in the key's spelling. */
export interface Sender {
  readonly handle: KeyHandle;
  readonly database: string;
}

/**
 * Authenticates the sender of an event for a file.
 * @throws ServiceError key_unknown, key_data_api_off, key_file_not_allowed, credential_missing
 */
export type Senders = (call: SenderCall, file: string) => Promise<Sender>;

interface SenderDependencies {
  readonly keyCache: KeyCache;
  readonly admission: Admission;
  readonly credentialOf: (authorization: string | undefined, query: string) => CallCredential;
}

export function senders({ keyCache, admission, credentialOf }: SenderDependencies): Senders {
  const keyValue = ({ pathKey, authorization, rawQuery }: SenderCall): string => {
    // Some senders also send credentials of their own; a key in the URL is always meant for us.
    if (pathKey !== undefined) return pathKey;
    if (authorization.length > 1) throw new ServiceError("credentials_repeated");
    const inQuery = new URLSearchParams(rawQuery).getAll("apiKey");
    const credential = credentialOf(inQuery.length > 0 ? undefined : authorization[0], rawQuery);
    if (credential.kind === "key") return credential.value;
    throw new ServiceError(
      credential.kind === "none" && credential.sent === "nothing" ? "credential_missing" : "key_unknown",
    );
  };

  return async (call, file) => {
    const handle = await keyCache.find(keyValue(call));
    if (handle === undefined) throw new ServiceError("key_unknown");
    call.identified({ kind: "data-key", keyId: handle.record.id, name: handle.name });
    const { isDataApi, allowAnyDatabase } = handle.record;
    const listed = handle.files.get(normalizedDatabaseName(file));
    if (!isDataApi) throw new ServiceError("key_data_api_off");
    if (listed === undefined && !allowAnyDatabase) throw new ServiceError("key_file_not_allowed");
    await admission.admit(handle, call.admitted);
    keyCache.used(handle);
    return { handle, database: listed ?? fullDatabaseName(file) };
  };
}

import { ServiceError } from "#shared/contract/errors.ts";
import type { Pool } from "#shared/filemaker/sessions/pool.ts";
import type { SessionPool } from "#shared/filemaker/sessions/session-pool.ts";
import { multipartForm } from "#shared/filemaker/wire/file-body.ts";
import type { Admission, KeyCache, KeyHandle } from "#shared/keys/api.ts";
import { admittedCall, type CheckedCall } from "../checked-call.ts";
import { checkNamedInAddress, checkNamedInBody } from "../named/named-in-data-api.ts";
import type { NativeSession, NativeSessions } from "../native-sessions/native-sessions.ts";
import { relayInOwnSession } from "../native-sessions/own-session-relay.ts";
import { pooledRelay } from "../relay/pooled-relay.ts";
import type { RelayPlan } from "../relay/proxied-exchange.ts";
import { bodyOf, type RelayPlans } from "../relay/relay-plans.ts";
import type { RequestBody } from "../relay/request-body.ts";
import type { UploadCalls } from "../uploads/upload-calls.ts";
import type { Identities, Identity } from "./identities.ts";
import type { DataApiPath } from "./path.ts";

/** Relays calls that run in a file's session. */
export type DataApiCalls = (checked: CheckedCall, wanted: WantedInFile) => Promise<void>;

type WantedInFile = DataApiPath & { kind: "file" | "globals" };

interface DataApiCallsDependencies {
  readonly keyCache: KeyCache;
  readonly admission: Admission;
  readonly sessions: SessionPool;
  readonly nativeSessions: NativeSessions;
  readonly identities: Identities;
  readonly planOf: RelayPlans;
  readonly withUpload: UploadCalls;
}

export function dataApiCalls(dependencies: DataApiCallsDependencies): DataApiCalls {
  const { keyCache, admission, sessions, nativeSessions, identities, planOf, withUpload } = dependencies;

  const inPool = pooledRelay(sessions);

  /** Relays a call with a login's token, in the login's own session or in a pooled one. */
  const inLogin = async (plan: RelayPlan, native: NativeSession, pool: Pool, setsGlobals: boolean): Promise<void> => {
    nativeSessions.beginCall(native);
    try {
      const token = setsGlobals ? await nativeSessions.ownSession(native, pool) : native.privateToken;
      await (token === undefined ? inPool(plan, pool) : relayInOwnSession(plan, native, token, nativeSessions));
    } finally {
      nativeSessions.endCall(native);
    }
  };

  /** Admits a call within its key's limits. */
  const admitted = (checked: CheckedCall, handle: KeyHandle, rest: string): undefined | Promise<void> => {
    if (handle.guard === undefined) return undefined;
    if (handle.guard.names !== undefined) {
      admission.check(handle, checked.outcome.client);
      checkNamedInAddress(handle.guard.names, rest, checked.query);
    }
    return admission.admit(handle, admittedCall(checked));
  };

  /** Relays a call whose pool is known. */
  const inPoolOf = (
    checked: CheckedCall,
    { kind, version, rest }: WantedInFile,
    { handle, native }: Identity,
    pool: Pool,
  ): Promise<void> => {
    checked.outcome.file = pool.id.database;
    if (kind === "globals" && native === undefined) throw new ServiceError("session_required");
    keyCache.used(handle);
    const path = `/fmi/data/${version}/databases/${encodeURIComponent(pool.id.database)}${rest}${checked.query}`;
    const send = (ready: CheckedCall, body: RequestBody) => {
      const plan = planOf(ready, path, body);
      return native === undefined ? inPool(plan, pool) : inLogin(plan, native, pool, kind === "globals");
    };
    if (checked.headers.upload !== undefined) {
      if (!takesFile(checked.call.method, rest)) throw new ServiceError("upload_not_taken");
      return withUpload(checked, handle.record.id, multipartForm, send);
    }
    const withBody = (body: RequestBody) => {
      if (handle.guard?.names !== undefined) checkNamedInBody(handle.guard.names, body, checked.call.headers);
      return send(checked, body);
    };
    const body = bodyOf(checked);
    return body instanceof Promise ? body.then(withBody) : withBody(body);
  };

  const inFile = (checked: CheckedCall, wanted: WantedInFile, identity: Identity): Promise<void> => {
    const pool = identities.poolOf(identity, wanted.database);
    return pool instanceof Promise
      ? pool.then((found) => inPoolOf(checked, wanted, identity, found))
      : inPoolOf(checked, wanted, identity, pool);
  };

  const identified = (checked: CheckedCall, wanted: WantedInFile, identity: Identity): Promise<void> => {
    const waiting = admitted(checked, identity.handle, wanted.rest);
    return waiting === undefined
      ? inFile(checked, wanted, identity)
      : waiting.then(() => inFile(checked, wanted, identity));
  };

  // Cached results need no promise and no closure, which would slow down every call.
  return (checked, wanted) => {
    const identity = identities.identify(checked.credential, checked.outcome);
    return identity instanceof Promise
      ? identity.then((found) => identified(checked, wanted, found))
      : identified(checked, wanted, identity);
  };
}

/** The only Data API call that puts a file into a container. */
const containerPath = /^\/layouts\/[^/]+\/records\/[^/]+\/containers\/[^/]+(?:\/\d+)?\/?$/;

function takesFile(method: string, rest: string): boolean {
  return method === "POST" && containerPath.test(rest);
}

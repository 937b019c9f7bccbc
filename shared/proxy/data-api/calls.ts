import { ServiceError } from "#shared/contract/errors.ts";
import type { Pool } from "#shared/filemaker/sessions/pool.ts";
import type { SessionPool } from "#shared/filemaker/sessions/session-pool.ts";
import { multipartForm } from "#shared/filemaker/wire/file-body.ts";
import type { KeyCache } from "#shared/keys/cache/key-cache.ts";
import type { CheckedCall } from "../checked-call.ts";
import type { NativeSession, NativeSessions } from "../native-sessions/native-sessions.ts";
import { relayInOwnSession } from "../native-sessions/own-session-relay.ts";
import { pooledRelay } from "../relay/pooled-relay.ts";
import type { RelayPlan } from "../relay/proxied-exchange.ts";
import { bodyOf, type RelayPlans } from "../relay/relay-plans.ts";
import type { RequestBody } from "../relay/request-body.ts";
import type { UploadCalls } from "../uploads/upload-calls.ts";
import type { Identities } from "./identities.ts";
import type { DataApiPath } from "./path.ts";

/** Relays calls that run in a file's session. */
export type DataApiCalls = (checked: CheckedCall, wanted: DataApiPath & { kind: "file" | "globals" }) => Promise<void>;

interface DataApiCallsDependencies {
  readonly keyCache: KeyCache;
  readonly sessions: SessionPool;
  readonly nativeSessions: NativeSessions;
  readonly identities: Identities;
  readonly planOf: RelayPlans;
  readonly withUpload: UploadCalls;
}

export function dataApiCalls(dependencies: DataApiCallsDependencies): DataApiCalls {
  const { keyCache, sessions, nativeSessions, identities, planOf, withUpload } = dependencies;

  const inPool = pooledRelay(sessions);

  /** A call with the token of a login, in the session that the login owns or in one of the pool. */
  const inLogin = async (plan: RelayPlan, native: NativeSession, pool: Pool, setsGlobals: boolean): Promise<void> => {
    nativeSessions.beginCall(native);
    try {
      const token = setsGlobals ? await nativeSessions.ownSession(native, pool) : native.privateToken;
      await (token === undefined ? inPool(plan, pool) : relayInOwnSession(plan, native, token, nativeSessions));
    } finally {
      nativeSessions.endCall(native);
    }
  };

  return (checked, { kind, database, version, rest }) =>
    mapMaybeAsync(identities.identify(checked.credential), (identity) => {
      const { handle, native } = identity;
      checked.outcome.key = handle.name;
      return mapMaybeAsync(identities.poolOf(identity, database), (pool) => {
        checked.outcome.file = pool.id.database;
        if (kind === "globals" && native === undefined) throw new ServiceError("session_required");
        keyCache.used(handle);
        const send = (ready: CheckedCall, body: RequestBody) => {
          const plan = planOf(ready, path, body);
          return native === undefined ? inPool(plan, pool) : inLogin(plan, native, pool, kind === "globals");
        };
        const path = `/fmi/data/${version}/databases/${encodeURIComponent(pool.id.database)}${rest}${checked.query}`;
        if (checked.headers.upload !== undefined) {
          if (!takesFile(checked.call.method, rest)) throw new ServiceError("upload_not_taken");
          return withUpload(checked, handle.record.id, multipartForm, send);
        }
        return mapMaybeAsync(bodyOf(checked), (body) => send(checked, body));
      });
    });
}

/** The one call of the Data API that puts a file into a container. */
const containerPath = /^\/layouts\/[^/]+\/records\/[^/]+\/containers\/[^/]+(?:\/\d+)?\/?$/;

function takesFile(method: string, rest: string): boolean {
  return method === "POST" && containerPath.test(rest);
}

/** Goes on at once with what is there already: what memory knows comes without a promise, which every call would feel. */
function mapMaybeAsync<T>(value: T | Promise<T>, next: (value: T) => Promise<void>): Promise<void> {
  return value instanceof Promise ? value.then(next) : next(value);
}

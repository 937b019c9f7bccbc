import { ServiceError } from "../contract/errors.ts";
import type { Pool } from "../filemaker/pool.ts";
import type { SessionPool } from "../filemaker/session-pool.ts";
import type { Keyring } from "../keys/keyring.ts";
import type { CheckedCall } from "./checked-call.ts";
import type { DataApiPath } from "./data-api-path.ts";
import type { Identities } from "./identities.ts";
import type { NativeSession, NativeSessions } from "./native-sessions.ts";
import { relayInOwnSession } from "./own-session-relay.ts";
import { pooledRelay } from "./pooled-relay.ts";
import { bodyOf, type RelayPlans } from "./relay-plans.ts";
import type { RelayPlan } from "./relayed-call.ts";
import type { RequestBody } from "./request-body.ts";
import { multipartForm } from "./stored-body.ts";
import type { UploadCalls } from "./upload-calls.ts";

/** Relays calls that run in a file's session. */
export type DataApiCalls = (checked: CheckedCall, wanted: DataApiPath & { kind: "file" | "globals" }) => Promise<void>;

interface DataApiCallsDependencies {
  readonly keyring: Keyring;
  readonly sessions: SessionPool;
  readonly nativeSessions: NativeSessions;
  readonly identities: Identities;
  readonly planOf: RelayPlans;
  readonly withUpload: UploadCalls;
}

export function dataApiCalls(dependencies: DataApiCallsDependencies): DataApiCalls {
  const { keyring, sessions, nativeSessions, identities, planOf, withUpload } = dependencies;

  const inPool = pooledRelay(sessions);

  /** A call with the token of a login, in the session that the login owns or in one of the pool. */
  const inLogin = async (plan: RelayPlan, native: NativeSession, pool: Pool, setsGlobals: boolean): Promise<void> => {
    nativeSessions.enter(native);
    try {
      const token = setsGlobals ? await nativeSessions.ownSession(native, pool) : native.privateToken;
      await (token === undefined ? inPool(plan, pool) : relayInOwnSession(plan, native, token, nativeSessions));
    } finally {
      nativeSessions.leave(native);
    }
  };

  return (checked, { kind, database, version, rest }) =>
    soon(identities.identify(checked.credential), (identity) => {
      const { handle, native } = identity;
      checked.outcome.keyId = handle.record.id;
      return soon(identities.poolOf(identity, database), (pool) => {
        if (kind === "globals" && native === undefined) throw new ServiceError("session_required");
        keyring.used(handle);
        const send = (ready: CheckedCall, body: RequestBody) => {
          const plan = planOf(ready, path, body);
          return native === undefined ? inPool(plan, pool) : inLogin(plan, native, pool, kind === "globals");
        };
        const path = `/fmi/data/${version}/databases/${encodeURIComponent(pool.id.database)}${rest}${checked.query}`;
        if (checked.headers.upload !== undefined) {
          if (!takesFile(checked.call.method, rest)) throw new ServiceError("upload_not_taken");
          return withUpload(checked, handle.record.id, multipartForm, send);
        }
        return soon(bodyOf(checked), (body) => send(checked, body));
      });
    });
}

/** The one call of the Data API that puts a file into a container. */
const containerPath = /^\/layouts\/[^/]+\/records\/[^/]+\/containers\/[^/]+(?:\/\d+)?\/?$/;

function takesFile(method: string, rest: string): boolean {
  return method === "POST" && containerPath.test(rest);
}

/** Goes on at once with what is there already: what memory knows comes without a promise, which every call would feel. */
function soon<T>(value: T | Promise<T>, next: (value: T) => Promise<void>): Promise<void> {
  return value instanceof Promise ? value.then(next) : next(value);
}

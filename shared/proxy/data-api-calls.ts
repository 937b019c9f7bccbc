import { ServiceError } from "../contract/errors.ts";
import type { Pool } from "../filemaker/pool.ts";
import type { SessionUse } from "../filemaker/pooled-session.ts";
import type { SessionPool } from "../filemaker/session-pool.ts";
import type { Keyring } from "../keys/keyring.ts";
import type { CheckedCall } from "./checked-call.ts";
import type { DataApiPath } from "./data-api-path.ts";
import type { Identities } from "./identities.ts";
import type { NativeSession, NativeSessions } from "./native-sessions.ts";
import { relayInOwnSession } from "./own-session-relay.ts";
import { authorize, bodyOf, mayBeSentAgain, type RelayPlans } from "./relay-plans.ts";
import { RelayedCall, type RelayPlan } from "./relayed-call.ts";

/** Relays calls that run in a file's session. */
export type DataApiCalls = (checked: CheckedCall, wanted: DataApiPath & { kind: "file" | "globals" }) => Promise<void>;

interface DataApiCallsDependencies {
  readonly keyring: Keyring;
  readonly sessions: SessionPool;
  readonly nativeSessions: NativeSessions;
  readonly identities: Identities;
  readonly planOf: RelayPlans;
}

export function dataApiCalls(dependencies: DataApiCallsDependencies): DataApiCalls {
  const { keyring, sessions, nativeSessions, identities, planOf } = dependencies;

  /**
   * Sends a call until it is answered: once more after a dead token (R5.4), and once more after a connection that broke where
   * sending again is safe. Never twice for the same reason.
   */
  const inPool = async (plan: RelayPlan, pool: Pool): Promise<void> => {
    let renewed = false;
    let resent = false;
    let use: SessionUse = sessions.take(pool) ?? (await sessions.acquire(pool));
    for (;;) {
      authorize(plan, `Bearer ${use.session.token}`);
      const ending = await RelayedCall.run(plan, true);
      if (ending.kind === "tokenDead") sessions.discard(pool, use.session);
      // A call that hangs holds its session up; whoever comes next gets another (U3).
      else if (ending.kind === "failed" && ending.reason === "timeout") sessions.setAside(pool, use.session);
      sessions.release(pool, use);
      if (ending.kind === "answered") return;
      if (ending.kind === "failed") {
        if (resent || !mayBeSentAgain(plan, ending)) throw ending.error;
        resent = true;
        use = sessions.take(pool) ?? (await sessions.acquire(pool));
      } else {
        if (renewed || !plan.body.replayable) throw new ServiceError("token_refresh_failed", { retryAfterSeconds: 1 });
        renewed = true;
        use = await sessions.renew(pool);
      }
    }
  };

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
        const path = `/fmi/data/${version}/databases/${encodeURIComponent(pool.id.database)}${rest}${checked.query}`;
        return soon(bodyOf(checked), (body) => {
          const plan = planOf(checked, path, body);
          return native === undefined ? inPool(plan, pool) : inLogin(plan, native, pool, kind === "globals");
        });
      });
    });
}

/** Goes on at once with what is there already: what memory knows comes without a promise, which every call would feel. */
function soon<T>(value: T | Promise<T>, next: (value: T) => Promise<void>): Promise<void> {
  return value instanceof Promise ? value.then(next) : next(value);
}

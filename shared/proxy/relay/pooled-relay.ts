import { ServiceError } from "#shared/contract/errors.ts";
import type { Pool } from "#shared/filemaker/sessions/pool.ts";
import type { SessionUse } from "#shared/filemaker/sessions/pooled-session.ts";
import type { SessionPool } from "#shared/filemaker/sessions/session-pool.ts";
import { type Ending, ProxiedExchange, type RelayPlan } from "./proxied-exchange.ts";
import { authorize, callKind, canResend } from "./relay-plans.ts";

/** True if a failed attempt can be repeated. */
export type Repeatable = (plan: RelayPlan, ending: Ending & { kind: "failed" }) => boolean;

/** Relays a call in a pooled session. @throws ServiceError with nothing sent */
export type PooledRelay = (plan: RelayPlan, pool: Pool, isRepeatable?: Repeatable) => Promise<void>;

/** Sends a call, and repeats it once if the token has expired, and once after a failure if repeating is safe. */
export function pooledRelay(sessions: SessionPool): PooledRelay {
  return async (plan, pool, isRepeatable = canResend) => {
    let renewed = false;
    let resent = false;
    const kind = callKind(plan);
    let use: SessionUse = sessions.take(pool, kind) ?? (await sessions.acquire(pool, kind));
    for (;;) {
      authorize(plan, `Bearer ${use.session.token}`);
      const ending = await ProxiedExchange.run(plan, true);
      if (ending.kind === "tokenDead") sessions.discard(pool, use.session);
      // A call that hangs blocks its session; the next call gets another one.
      else if (ending.kind === "failed" && ending.reason === "timeout") sessions.setAside(pool, use.session);
      sessions.release(pool, use);
      if (ending.kind === "answered") return;
      if (ending.kind === "failed") {
        if (resent || !isRepeatable(plan, ending)) throw ending.error;
        resent = true;
        use = sessions.take(pool, kind) ?? (await sessions.acquire(pool, kind));
      } else {
        if (renewed || !plan.body.replayable) throw new ServiceError("token_refresh_failed", { retryAfterSeconds: 1 });
        renewed = true;
        use = await sessions.renew(pool, kind);
      }
    }
  };
}

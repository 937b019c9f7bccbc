import { ServiceError } from "#shared/contract/errors.ts";
import { OutboundError } from "#shared/ports/outbound.ts";
import { type Answer, asUpstreamError } from "../answer.ts";
import type { Pool } from "../sessions/pool.ts";
import type { CallKind } from "../sessions/pooled-session.ts";
import type { SessionPool } from "../sessions/session-pool.ts";

const deadToken = "952";

/**
 * Sends one of our requests in a pooled session. If the session has expired, repeats it in a new one.
 * @throws ServiceError if there is no session or no response
 */
export async function inSession(
  sessions: SessionPool,
  { pool, kind }: { readonly pool: Pool; readonly kind: CallKind },
  send: (token: string) => Promise<Answer>,
): Promise<Answer> {
  let use = sessions.take(pool, kind) ?? (await sessions.acquire(pool, kind));
  for (let renewed = false; ; renewed = true) {
    try {
      const answer = await send(use.session.token);
      if (answer.code !== deadToken) return answer;
      // Nothing happened in an expired session, so the call is repeated in a new one.
      sessions.discard(pool, use.session);
      if (renewed) throw new ServiceError("token_refresh_failed", { retryAfterSeconds: 1 });
    } catch (thrown) {
      // A call that hangs blocks its session; the next call gets another one.
      if (thrown instanceof OutboundError && thrown.reason === "timeout") sessions.setAside(pool, use.session);
      throw asUpstreamError(thrown);
    } finally {
      sessions.release(pool, use);
    }
    use = await sessions.renew(pool, kind);
  }
}

/** Returns the Data API's path for a file's layouts, scripts and records. `path` is percent-encoded. */
export function dataPath({ id }: Pool, path: string): string {
  return `/fmi/data/vLatest/databases/${encodeURIComponent(id.database)}${path}`;
}

import { ServiceError } from "#shared/contract/errors.ts";
import { OutboundError } from "#shared/ports/outbound.ts";
import { type Answer, asUpstreamError } from "../answer.ts";
import type { Pool } from "../sessions/pool.ts";
import type { CallKind } from "../sessions/pooled-session.ts";
import type { SessionPool } from "../sessions/session-pool.ts";

const deadToken = "952";

/** Makes one call of ours in a session of a pool, and once more in a fresh one where that session has died. @throws ServiceError when there is no session or no answer */
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
      // A dead session has done nothing: the call is sent once more in a fresh one (R5.4).
      sessions.discard(pool, use.session);
      if (renewed) throw new ServiceError("token_refresh_failed", { retryAfterSeconds: 1 });
    } catch (thrown) {
      // A call that hangs holds its session up; the next call gets another (U3).
      if (thrown instanceof OutboundError && thrown.reason === "timeout") sessions.setAside(pool, use.session);
      throw asUpstreamError(thrown);
    } finally {
      sessions.release(pool, use);
    }
    use = await sessions.renew(pool, kind);
  }
}

/** Where the Data API has a file's layouts, scripts and records. `path` is percent-encoded. */
export function dataPath({ id }: Pool, path: string): string {
  return `/fmi/data/vLatest/databases/${encodeURIComponent(id.database)}${path}`;
}

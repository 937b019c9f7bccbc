import { ServiceError } from "#shared/contract/errors.ts";
import type { Outbound } from "#shared/ports/outbound.ts";
import { OutboundError } from "#shared/ports/outbound.ts";
import { type Answer, answerOf, asUpstreamError } from "../answer.ts";
import type { Pool } from "../sessions/pool.ts";
import type { CallKind } from "../sessions/pooled-session.ts";
import type { SessionPool } from "../sessions/session-pool.ts";

/** One call of the Data API that Latchkey makes in a session of a pool. */
export interface DataRequest {
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  /** Behind the database's name, percent-encoded. */
  readonly path: string;
  readonly body?: Readonly<Record<string, unknown>>;
  readonly timeoutMs: number;
  /** Whether it may run a script, which others in its session wait for. */
  readonly kind: CallKind;
}

/** Calls the Data API in pooled sessions of an account in a file. @throws ServiceError when there is no session or no answer */
export type DataCalls = (pool: Pool, request: DataRequest) => Promise<Answer>;

const deadToken = "952";

export function dataCalls({
  outbound,
  sessions,
}: {
  readonly outbound: Outbound;
  readonly sessions: SessionPool;
}): DataCalls {
  const send = async (pool: Pool, { method, path, body, timeoutMs }: DataRequest, token: string): Promise<Answer> => {
    const address = `/fmi/data/vLatest/databases/${encodeURIComponent(pool.id.database)}${path}`;
    const headers = { "Content-Type": "application/json", Authorization: `Bearer ${token}` };
    const content = body !== undefined && { body: JSON.stringify(body) };
    return answerOf(await outbound.request({ method, path: address, timeoutMs, headers, ...content }));
  };

  return async (pool, request) => {
    const { kind } = request;
    let use = sessions.take(pool, kind) ?? (await sessions.acquire(pool, kind));
    for (let renewed = false; ; renewed = true) {
      try {
        const answer = await send(pool, request, use.session.token);
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
  };
}

import type { Outbound } from "#shared/ports/outbound.ts";
import { type Answer, answerOf } from "../answer.ts";
import type { Pool } from "../sessions/pool.ts";
import type { CallKind } from "../sessions/pooled-session.ts";
import type { SessionPool } from "../sessions/session-pool.ts";
import { dataPath, inSession } from "./in-session.ts";

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

export function dataCalls({
  outbound,
  sessions,
}: {
  readonly outbound: Outbound;
  readonly sessions: SessionPool;
}): DataCalls {
  return (pool, { method, path, body, timeoutMs, kind }) =>
    inSession(sessions, { pool, kind }, async (token) => {
      const headers = { "Content-Type": "application/json", Authorization: `Bearer ${token}` };
      const content = body !== undefined && { body: JSON.stringify(body) };
      return answerOf(await outbound.request({ method, path: dataPath(pool, path), timeoutMs, headers, ...content }));
    });
}

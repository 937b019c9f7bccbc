import type { Outbound } from "#shared/ports/outbound.ts";
import { type Answer, answerOf } from "../answer.ts";
import type { Pool } from "../sessions/pool.ts";
import type { CallKind } from "../sessions/pooled-session.ts";
import type { SessionPool } from "../sessions/session-pool.ts";
import { dataPath, inSession } from "./in-session.ts";

/** Data API call that Latchkey makes in a pooled session. */
export interface DataRequest {
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  /** Path after the database's name, percent-encoded. */
  readonly path: string;
  readonly body?: Readonly<Record<string, unknown>>;
  readonly timeoutMs: number;
  /** "script" if it may run a script, for which other calls in its session wait. */
  readonly kind: CallKind;
}

/** Calls the Data API in pooled sessions of an account in a file. @throws ServiceError if there is no session or no response */
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

import type { AdminCredential } from "#shared/contract/call.ts";
import { ServiceError } from "#shared/contract/errors.ts";
import type { Outbound } from "#shared/ports/outbound.ts";
import { type Answer, answerOf, asUpstreamError } from "../answer.ts";
import type { Account } from "../data-api.ts";
import { adminApiDatabase } from "../sessions/admin-session-server.ts";
import type { SessionPool } from "../sessions/session-pool.ts";

/** Call of the Admin API that Latchkey makes for a caller. */
export interface AdminRequest {
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  /** Path after the API's base path, including the query. */
  readonly path: string;
  readonly body?: Readonly<Record<string, unknown>>;
}

/** Calls the Admin API with an account or a token. @throws ServiceError if there is no response, or the credential is refused */
export type AdminCalls = (credential: AdminCredential, request: AdminRequest) => Promise<Answer>;

interface AdminCallsDependencies {
  readonly outbound: Outbound;
  readonly sessions: SessionPool;
  /** Returns the id under which sessions of this account are shared. */
  readonly credentialId: (account: Account) => Promise<string>;
}

const base = "/fmi/admin/api/v2";
/** Timeout below the limit of a function behind API Gateway, with time for a login and a second call. Milliseconds. */
const timeoutMs = 10_000;

/** Calls the Admin API in pooled sessions of an account, which the proxy and other processes share: the server has few. */
export function adminCalls({ outbound, sessions, credentialId }: AdminCallsDependencies): AdminCalls {
  const send = async ({ method, path, body }: AdminRequest, token: string): Promise<Answer> => {
    const headers = { "Content-Type": "application/json", Authorization: `Bearer ${token}` };
    const content = body !== undefined && { body: JSON.stringify(body) };
    try {
      return answerOf(await outbound.request({ method, path: base + path, timeoutMs, headers, ...content }));
    } catch (thrown) {
      throw asUpstreamError(thrown);
    }
  };

  const inPool = async (account: Account, request: AdminRequest): Promise<Answer> => {
    const id = { credentialId: await credentialId(account), ...adminApiDatabase };
    const pool = sessions.pool(id, async () => account);
    let use = sessions.take(pool) ?? (await sessions.acquire(pool));
    for (let renewed = false; ; renewed = true) {
      try {
        const answer = await send(request, use.session.token);
        if (answer.status !== 401) return answer;
        // Nothing happened in an expired session, so the call is repeated in a new one.
        sessions.discard(pool, use.session);
        if (renewed) throw new ServiceError("token_refresh_failed", { retryAfterSeconds: 1 });
      } finally {
        sessions.release(pool, use);
      }
      use = await sessions.renew(pool);
    }
  };

  return async (credential, request) => {
    const answer = "token" in credential ? await send(request, credential.token) : await inPool(credential, request);
    if (answer.status === 401) throw new ServiceError("unauthenticated");
    if (answer.status === 403)
      throw new ServiceError("admin_role_refused", { detail: `code ${answer.code ?? "none"}` });
    return answer;
  };
}

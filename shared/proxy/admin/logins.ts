import { ServiceError } from "#shared/contract/errors.ts";
import { fileMakerCodes } from "#shared/contract/filemaker-errors.ts";
import { rateLimitHeaders } from "#shared/contract/rate-limit.ts";
import { answerOf, asUpstreamError } from "#shared/filemaker/answer.ts";
import { adminApiDatabase } from "#shared/filemaker/sessions/admin-session-server.ts";
import type { LoginThrottle } from "#shared/filemaker/sessions/login-throttle.ts";
import type { SessionPool } from "#shared/filemaker/sessions/session-pool.ts";
import { ownHeaderList } from "#shared/http/own-headers.ts";
import type { AdminKeyCache, Admission } from "#shared/keys/api.ts";
import type { AnswerStream } from "#shared/ports/http-call.ts";
import type { Outbound, OutboundResponse } from "#shared/ports/outbound.ts";
import type { CheckOutcome, LoginCredential, LoginLimiter } from "#shared/sessions/api.ts";
import type { CheckedCall } from "../checked-call.ts";
import type { NativeSessions } from "../native-sessions/native-sessions.ts";
import type { AdminCallers } from "./callers.ts";
import type { AdminCallCredential } from "./credential.ts";

const timeoutMs = 30_000;

/** Logs in to and out of the Admin API through the proxy, for clients that require it. */
export interface AdminLogins {
  /** Logs in. With a key: returns a token for it. With an account or a PKI token: returns FileMaker Server's own response. */
  login(checked: CheckedCall, credential: AdminCallCredential, path: string): Promise<void>;
  /** Ends a login that was made with a key. */
  logout(checked: CheckedCall, token: string): Promise<void>;
}

interface AdminLoginsDependencies {
  readonly outbound: Outbound;
  readonly keyCache: AdminKeyCache;
  readonly admission: Admission;
  readonly sessions: SessionPool;
  readonly nativeSessions: NativeSessions;
  readonly loginLimiter: LoginLimiter;
  readonly throttled: LoginThrottle;
  readonly callers: AdminCallers;
}

export function adminLogins(dependencies: AdminLoginsDependencies): AdminLogins {
  const { outbound, keyCache, admission, sessions, nativeSessions, loginLimiter, throttled, callers } = dependencies;

  const withKey = async ({ call, outcome }: CheckedCall, credential: AdminCallCredential & { kind: "key" }) => {
    const { handle, pool } = await callers.identify(credential, outcome.client);
    if (handle === undefined) throw new ServiceError("key_unknown");
    const { id, credentialId } = handle.record;
    outcome.key = handle.name;
    admission.check(handle, outcome.client);
    // Try the key's account first, so that a wrong account is reported as such.
    sessions.release(pool, sessions.take(pool) ?? (await sessions.acquire(pool)));
    const owner = { keyId: id, credentialId, database: adminApiDatabase.database };
    const token = await nativeSessions.login(owner, undefined);
    keyCache.used(handle);
    answer(call.answer, outcome, { token });
  };

  const ask = async (authorization: string, path: string): Promise<OutboundResponse> => {
    const headers = { Authorization: authorization, "Content-Type": "application/json" };
    try {
      return await throttled(() => outbound.request({ method: "POST", path, headers, body: "{}", timeoutMs }));
    } catch (thrown) {
      throw asUpstreamError(thrown);
    }
  };

  /** Forwards a login unchanged. The returned token and its session belong to the caller. */
  const asCaller = async (
    { call, outcome }: CheckedCall,
    authorization: string,
    path: string,
    loginCredential: LoginCredential,
  ) => {
    let response: OutboundResponse | undefined;
    await loginLimiter.attempt(loginCredential, async () => {
      response = await ask(authorization, path);
      if (answerOf(response).code === fileMakerCodes.sessionsExhausted && (await sessions.endIdleSession()))
        response = await ask(authorization, path);
      return checkOutcomeOf(response);
    });
    if (response !== undefined) sendResponse(call.answer, outcome, response);
  };

  return {
    async login(checked, credential, path) {
      const { client } = checked.outcome;
      if (credential.kind === "key") return withKey(checked, credential);
      if (credential.kind === "account") {
        const loginCredential = { client, kind: "admin account", names: [credential.user] } as const;
        return asCaller(checked, credential.authorization, path, loginCredential);
      }
      if (credential.kind === "none") throw new ServiceError("admin_credential_missing");
      // A token isn't proof for another login.
      if (credential.kind !== "pki") throw new ServiceError("key_unknown");
      const loginCredential = { client, kind: "admin token", names: [credential.authorization] } as const;
      return asCaller(checked, credential.authorization, path, loginCredential);
    },

    async logout({ call, outcome }, token) {
      if (!(await nativeSessions.logout(token, adminApiDatabase.folded)))
        throw new ServiceError("admin_session_unknown");
      answer(call.answer, outcome, {});
    },
  };
}

/** Returns the outcome of a password check. A server without free sessions says nothing about the password. */
function checkOutcomeOf(response: OutboundResponse): CheckOutcome {
  const { status, code } = answerOf(response);
  if (status === 200 && code === "0") return "accepted";
  if (code === fileMakerCodes.tooManyAttempts) return "locked";
  return status === 401 && code !== fileMakerCodes.sessionsExhausted ? "refused" : "undecided";
}

function answer(stream: AnswerStream, outcome: CheckedCall["outcome"], response: object): void {
  const body = Buffer.from(JSON.stringify({ response, messages: [{ code: "0", text: "OK" }] }));
  sendResponse(stream, outcome, { status: 200, headers: { "content-type": "application/json; charset=utf-8" }, body });
}

function sendResponse(
  stream: AnswerStream,
  outcome: CheckedCall["outcome"],
  { status, headers, body }: OutboundResponse,
): void {
  outcome.status = status;
  outcome.sentBytes = body.length;
  stream.writeHead(status, [
    "Content-Type",
    headers["content-type"] ?? "application/octet-stream",
    "Content-Length",
    String(body.length),
    ...ownHeaderList,
    ...rateLimitHeaders(outcome.client.limits).flat(),
  ]);
  stream.end(body);
}

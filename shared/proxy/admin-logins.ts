import { ServiceError } from "../contract/errors.ts";
import { fileMakerCodes } from "../contract/filemaker-errors.ts";
import { rateLimitHeaders } from "../contract/rate-limit.ts";
import { adminPlace } from "../filemaker/admin-session-server.ts";
import { answerOf, asUpstreamError } from "../filemaker/fault.ts";
import type { SessionPool } from "../filemaker/session-pool.ts";
import type { AdminKeyring } from "../keys/keyring.ts";
import type { AnswerStream } from "../ports/http-call.ts";
import type { Outbound, OutboundResponse } from "../ports/outbound.ts";
import type { Attempts, Finding, Suspect } from "../sessions/attempts.ts";
import type { AdminCallers } from "./admin-callers.ts";
import type { AdminCredential } from "./admin-credential.ts";
import type { CheckedCall } from "./checked-call.ts";
import type { NativeSessions } from "./native-sessions.ts";

const timeoutMs = 30_000;

/** Logins to the Admin API through the proxy, for clients that insist on them. */
export interface AdminLogins {
  /** With a key: a token that stands for it. With an account or a PKI token: FileMaker Server's own answer. */
  login(checked: CheckedCall, credential: AdminCredential, path: string): Promise<void>;
  /** Ends the login with a key that a token stands for. */
  logout(checked: CheckedCall, token: string): Promise<void>;
}

interface AdminLoginsDependencies {
  readonly outbound: Outbound;
  readonly keyring: AdminKeyring;
  readonly sessions: SessionPool;
  readonly nativeSessions: NativeSessions;
  readonly attempts: Attempts;
  readonly callers: AdminCallers;
}

export function adminLogins(dependencies: AdminLoginsDependencies): AdminLogins {
  const { outbound, keyring, sessions, nativeSessions, attempts, callers } = dependencies;

  const withKey = async ({ call, outcome }: CheckedCall, credential: AdminCredential & { kind: "key" }) => {
    const { handle, pool } = await callers.identify(credential, outcome.visitor);
    if (handle === undefined) throw new ServiceError("key_unknown");
    const { id, credentialId } = handle.record;
    outcome.keyId = id;
    // The key's account is tried first, so that a wrong one is known for what it is.
    sessions.release(pool, sessions.take(pool) ?? (await sessions.acquire(pool)));
    const owner = { keyId: id, credentialId, database: adminPlace.database };
    const token = await nativeSessions.login(owner, undefined);
    keyring.used(handle);
    answer(call.answer, outcome, { token });
  };

  const ask = async (authorization: string, path: string): Promise<OutboundResponse> => {
    const headers = { Authorization: authorization, "Content-Type": "application/json" };
    try {
      return await outbound.request({ method: "POST", path, headers, body: "{}", timeoutMs });
    } catch (thrown) {
      throw asUpstreamError(thrown);
    }
  };

  /** The token that comes back is the caller's, and so is its session. */
  const asHimself = async ({ call, outcome }: CheckedCall, authorization: string, path: string, suspect: Suspect) => {
    let said: OutboundResponse | undefined;
    await attempts.guard(suspect, async () => {
      said = await ask(authorization, path);
      if (answerOf(said).code === fileMakerCodes.sessionsExhausted && (await sessions.makeRoom()))
        said = await ask(authorization, path);
      return findingOf(said);
    });
    if (said !== undefined) passOn(call.answer, outcome, said);
  };

  return {
    async login(checked, credential, path) {
      const { visitor } = checked.outcome;
      if (credential.kind === "key") return withKey(checked, credential);
      if (credential.kind === "account") {
        const suspect = { visitor, kind: "admin account", name: credential.user } as const;
        return asHimself(checked, credential.authorization, path, suspect);
      }
      // A token is no proof for another login.
      if (credential.kind !== "pki") throw new ServiceError("key_unknown");
      const suspect = { visitor, kind: "admin token", name: credential.authorization } as const;
      return asHimself(checked, credential.authorization, path, suspect);
    },

    async logout({ call, outcome }, token) {
      if (!(await nativeSessions.logout(token, adminPlace.folded))) throw new ServiceError("admin_session_unknown");
      answer(call.answer, outcome, {});
    },
  };
}

/** An account that is locked for a while, and a server without a session left, say nothing about the password. */
function findingOf(said: OutboundResponse): Finding {
  const { status, code } = answerOf(said);
  if (status === 200 && code === "0") return "accepted";
  return status === 401 && code !== fileMakerCodes.tooManyAttempts && code !== fileMakerCodes.sessionsExhausted
    ? "refused"
    : "undecided";
}

function answer(stream: AnswerStream, outcome: CheckedCall["outcome"], response: object): void {
  const body = Buffer.from(JSON.stringify({ response, messages: [{ code: "0", text: "OK" }] }));
  passOn(stream, outcome, { status: 200, headers: { "content-type": "application/json; charset=utf-8" }, body });
}

function passOn(
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
    "Cache-Control",
    "no-store",
    "Referrer-Policy",
    "no-referrer",
    ...rateLimitHeaders(outcome.visitor.limits).flat(),
  ]);
  stream.end(body);
}

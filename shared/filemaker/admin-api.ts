import type { AdminCredential } from "../contract/call.ts";
import { ServiceError } from "../contract/errors.ts";
import type { Outbound } from "../ports/outbound.ts";
import { basic } from "./authorization.ts";
import { type Answer, answerOf, asUpstreamError, codes, unexpectedAnswer } from "./fault.ts";

const base = "/fmi/admin/api/v2";
const timeoutMs = 30_000;

/** A hosted file as the Admin API lists it. */
export interface HostedDatabase {
  /** With extension, in its true spelling. */
  readonly filename: string;
  /** NORMAL, CLOSED, PAUSED, or a transient OPENING or CLOSING. */
  readonly status: string;
  readonly enabledExtPrivileges: readonly string[];
}

/** How FileMaker Server took a credential. `locked`: after repeated failures it refuses even right ones for a while. */
export type Verdict = "accepted" | "refused" | "locked";

/** FileMaker Server's Admin API, as far as Latchkey calls it for itself. */
export interface AdminApi {
  /** Whether an account or a token is good. Leaves no session behind. @throws ServiceError when the server cannot say */
  verify(credential: AdminCredential): Promise<Verdict>;
  /** Every file that the server knows. @throws ServiceError */
  databases(credential: AdminCredential): Promise<readonly HostedDatabase[]>;
}

/** The Admin API over a connection pool. Each use signs in and out again: the server has only a handful of sessions. */
export function adminApi(outbound: Outbound): AdminApi {
  const call = async (method: string, path: string, authorization?: string): Promise<Answer> => {
    try {
      return answerOf(
        await outbound.request({
          method,
          path: base + path,
          timeoutMs,
          headers: {
            "Content-Type": "application/json",
            ...(authorization !== undefined && { Authorization: authorization }),
          },
          ...(method === "POST" && { body: "{}" }),
        }),
      );
    } catch (thrown) {
      throw asUpstreamError(thrown);
    }
  };

  const signIn = async (user: string, pass: string): Promise<string | Exclude<Verdict, "accepted">> => {
    const answer = await call("POST", "/user/auth", basic(user, pass));
    if (answer.code === codes.tooManyAttempts) return "locked";
    if (answer.code === codes.sessionsExhausted)
      throw new ServiceError("sessions_exhausted", { retryAfterSeconds: 30 });
    if (answer.status === 401) return "refused";
    const token = answer.response.token;
    if (answer.code !== "0" || typeof token !== "string") throw unexpectedAnswer("Admin API sign-in", answer);
    return token;
  };

  /** A session that cannot be given back ends by itself after 15 minutes; what it was used for stands. */
  const signOut = async (token: string): Promise<void> => {
    await call("DELETE", `/user/auth/${encodeURIComponent(token)}`).catch(() => undefined);
  };

  /** Runs `use` with a token: the caller's own, or a fresh one that is given back afterwards. */
  const withToken = async <T>(
    credential: AdminCredential,
    use: (token: string) => Promise<T>,
  ): Promise<T | Exclude<Verdict, "accepted">> => {
    if ("token" in credential) return use(credential.token);
    const token = await signIn(credential.user, credential.pass);
    if (token === "refused" || token === "locked") return token;
    try {
      return await use(token);
    } finally {
      await signOut(token);
    }
  };

  return {
    async verify(credential) {
      return withToken(credential, async (token) => {
        // An account has proved itself by signing in; a token has to be shown to some endpoint.
        if (!("token" in credential)) return "accepted";
        const answer = await call("GET", "/server/metadata", `Bearer ${token}`);
        if (answer.status === 401) return "refused";
        if (answer.code === "0") return "accepted";
        throw unexpectedAnswer("Admin API", answer);
      });
    },

    async databases(credential) {
      const answer = await withToken(credential, (token) => call("GET", "/databases", `Bearer ${token}`));
      if (typeof answer === "string" || answer.status === 401) throw new ServiceError("stored_credentials_refused");
      if (answer.code !== "0") throw unexpectedAnswer("Admin API database list", answer);
      const rows = answer.response.databases;
      return Array.isArray(rows) ? rows.map(hostedDatabase) : [];
    },
  };
}

function hostedDatabase(row: Readonly<Record<string, unknown>>): HostedDatabase {
  const privileges = row.enabledExtPrivileges;
  return {
    filename: String(row.filename),
    status: String(row.status),
    enabledExtPrivileges: Array.isArray(privileges) ? privileges.map(String) : [],
  };
}

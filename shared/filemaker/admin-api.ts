import type { AdminCredential } from "#shared/contract/call.ts";
import { ServiceError } from "#shared/contract/errors.ts";
import { fileMakerCodes } from "#shared/contract/filemaker-errors.ts";
import type { Outbound } from "#shared/ports/outbound.ts";
import { type Answer, answerOf, asUpstreamError, unexpectedAnswer } from "./answer.ts";
import { basic } from "./authorization.ts";
import type { Account, Login } from "./data-api.ts";
import { semaphore } from "./semaphore.ts";
import type { LoginThrottle } from "./sessions/login-throttle.ts";

const base = "/fmi/admin/api/v2";
const timeoutMs = 30_000;
/** A logout is a courtesy; the server ends the session by itself when it does not come through. */
const logoutTimeoutMs = 5_000;
/** The server has about five sessions in all, and the pool needs some of them. */
const mostSessionsAtOnce = 2;

/** A hosted file as the Admin API lists it. */
export interface HostedDatabase {
  /** With extension, in its true spelling. */
  readonly filename: string;
  /** NORMAL, CLOSED, PAUSED, or a transient OPENING or CLOSING. */
  readonly status: string;
  readonly enabledExtPrivileges: readonly string[];
}

/** How FileMaker Server took a credential. `limited`: it is right, and an administrator role limits what it may do. `locked`: after repeated failures it refuses even right ones for a while. */
export type Verdict = "accepted" | "limited" | "refused" | "locked";

/** What the server reports of itself to an administrator. */
export type ServerMetadata =
  | { readonly verdict: "accepted"; readonly name: string; readonly serverId: string; readonly version: string }
  | { readonly verdict: "refused" | "locked" };

/** FileMaker Server's Admin API, as far as Latchkey calls it for itself. */
export interface AdminApi {
  /** Opens a session. @throws ServiceError when there is no answer, or the server lets this service in with no account */
  login(account: Account): Promise<Login>;
  /** Ends a session. One that is gone already is no error. */
  logout(token: string): Promise<void>;
  /** Whether an account or a token is good. Leaves no session behind. @throws ServiceError when the server cannot say */
  verify(credential: AdminCredential): Promise<Verdict>;
  /** What the server says of itself. @throws ServiceError when it cannot say */
  metadata(credential: AdminCredential): Promise<ServerMetadata>;
  /** Every file that the server knows. @throws ServiceError */
  databases(credential: AdminCredential): Promise<readonly HostedDatabase[]>;
}

/**
 * The Admin API over a connection pool. Each use signs in and out again: the server has only a handful of sessions. Where none is
 * left, `makeRoom` ends one that another account holds idle; false when there is none.
 */
export function adminApi(
  outbound: Outbound,
  endIdleSession: () => Promise<boolean>,
  throttled: LoginThrottle,
): AdminApi {
  const withPermit = semaphore(mostSessionsAtOnce);

  const call = async (method: string, path: string, authorization?: string, waitMs = timeoutMs): Promise<Answer> => {
    try {
      return answerOf(
        await outbound.request({
          method,
          path: base + path,
          timeoutMs: waitMs,
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

  const login = async ({ user, pass }: Account): Promise<Login> => {
    const answer = await throttled(() => call("POST", "/user/auth", basic(user, pass)));
    const { token } = answer.response;
    if (answer.code === "0" && typeof token === "string") return { outcome: "accepted", token };
    if (answer.status === 403) throw new ServiceError("admin_api_closed", { detail: `code ${answer.code ?? "none"}` });
    const outcome = outcomeOf(answer);
    if (outcome === undefined) throw unexpectedAnswer("Admin API sign-in", answer);
    return { outcome, code: answer.code ?? fileMakerCodes.accountRefused };
  };

  const logout = async (token: string): Promise<void> => {
    await call("DELETE", `/user/auth/${encodeURIComponent(token)}`, undefined, logoutTimeoutMs);
  };

  const signIn = async (account: Account): Promise<string | "refused" | "locked"> => {
    let signedIn = await login(account);
    if (signedIn.outcome === "exhausted" && (await endIdleSession())) signedIn = await login(account);
    if (signedIn.outcome === "accepted") return signedIn.token;
    if (signedIn.outcome === "locked" || signedIn.outcome === "refused") return signedIn.outcome;
    throw new ServiceError("sessions_exhausted", { retryAfterSeconds: 30 });
  };

  /** Runs `use` with a token: the caller's own, or a fresh one that is given back afterwards. */
  const withToken = async <T>(
    credential: AdminCredential,
    use: (token: string) => Promise<T>,
  ): Promise<T | "refused" | "locked"> => {
    if ("token" in credential) return use(credential.token);
    return withPermit(async () => {
      const token = await signIn(credential);
      if (token === "refused" || token === "locked") return token;
      try {
        return await use(token);
      } finally {
        // A session that cannot be given back ends by itself after 15 minutes; what it was used for stands.
        await logout(token).catch(() => undefined);
      }
    });
  };

  return {
    login,
    logout,

    async verify(credential) {
      return withToken(credential, async (token) => {
        // An account has proved itself by signing in; a token has to be shown to some endpoint that every server has.
        if ("token" in credential) {
          const answer = await call("GET", "/server/metadata", `Bearer ${token}`);
          if (answer.status === 401) return "refused";
          if (isAboutRole(answer)) return "limited";
          if (answer.code !== "0") throw unexpectedAnswer("Admin API", answer);
        }
        // Only those without a role may read the roles. Servers that have none (before 21) have no such endpoint.
        const answer = await call("GET", "/server/adminrole", `Bearer ${token}`);
        if (isAboutRole(answer)) return "limited";
        if (answer.code === "0" || answer.status === 404 || answer.status === 405) return "accepted";
        throw unexpectedAnswer("Admin API list of roles", answer);
      });
    },

    async metadata(credential) {
      const answer = await withToken(credential, (token) => call("GET", "/server/metadata", `Bearer ${token}`));
      if (typeof answer === "string") return { verdict: answer };
      if (answer.status === 401) return { verdict: "refused" };
      if (answer.code !== "0") throw unexpectedAnswer("Admin API server metadata", answer);
      return metadataIn(answer);
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

/** What an answer to an administrator says of the server. */
export function metadataIn({ response }: Pick<Answer, "response">): ServerMetadata {
  // Live servers begin these names with capitals, the guide's sample does not.
  const field = (...names: readonly string[]) => String(names.map((name) => response[name]).find(Boolean) ?? "");
  return {
    verdict: "accepted",
    name: field("ServerName", "serverName"),
    serverId: field("ServerID", "serverID"),
    version: field("ServerVersion", "serverVersion"),
  };
}

/** How the server refuses what an administrator role does not allow. */
function isAboutRole({ status, code }: Answer): boolean {
  return status === 403 || code === fileMakerCodes.insufficientPrivileges;
}

function hostedDatabase(row: Readonly<Record<string, unknown>>): HostedDatabase {
  const privileges = row.enabledExtPrivileges;
  return {
    filename: String(row.filename),
    status: String(row.status),
    enabledExtPrivileges: Array.isArray(privileges) ? privileges.map(String) : [],
  };
}

/** Refusals that are about the account or the server's sessions. 401 in HTML comes from gateways in front and means 212 too. */
function outcomeOf({ status, code }: Answer): Exclude<Login["outcome"], "accepted" | "unavailable"> | undefined {
  if (code === fileMakerCodes.tooManyAttempts) return "locked";
  if (code === fileMakerCodes.sessionsExhausted) return "exhausted";
  return status === 401 ? "refused" : undefined;
}

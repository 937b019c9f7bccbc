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
/** Timeout of a logout, which is optional: without it the server ends the session later. Milliseconds. */
const logoutTimeoutMs = 5_000;
/** Maximum number of simultaneous sessions. The server has about five in total, and the pool needs some of them. */
const maxSessionsAtOnce = 2;

/** Hosted file in the Admin API's list. */
export interface HostedDatabase {
  /** With extension, in its true spelling. */
  readonly filename: string;
  /** NORMAL, CLOSED, PAUSED, or temporarily OPENING or CLOSING. */
  readonly status: string;
  readonly enabledExtPrivileges: readonly string[];
}

/**
 * Result of checking a credential. `limited`: valid, but an administrator role limits it. `locked`: after repeated failures the server
 * refuses even valid ones for a while.
 */
export type Verdict = "accepted" | "limited" | "refused" | "locked";

/** Information of the server for an administrator. */
export type ServerMetadata =
  | { readonly verdict: "accepted"; readonly name: string; readonly serverId: string; readonly version: string }
  | { readonly verdict: "refused" | "locked" };

/** Client of FileMaker Server's Admin API for calls that Latchkey makes itself. */
export interface AdminApi {
  /** Opens a session. @throws ServiceError if there is no response, or the server blocks this service for every account */
  login(account: Account): Promise<Login>;
  /** Ends a session. A session that no longer exists isn't an error. */
  logout(token: string): Promise<void>;
  /** Checks an account or a token, and leaves no session behind. @throws ServiceError if the server can't decide */
  verify(credential: AdminCredential): Promise<Verdict>;
  /** Returns the server's information about itself. @throws ServiceError if it isn't available */
  metadata(credential: AdminCredential): Promise<ServerMetadata>;
  /**
   * Gets paths in one session, one after the other.
   * @throws ServiceError stored_credentials_refused, or if the server doesn't respond
   */
  get(credential: AdminCredential, paths: readonly string[]): Promise<readonly Answer[]>;
  /** Returns every file that the server knows. @throws ServiceError */
  databases(credential: AdminCredential): Promise<readonly HostedDatabase[]>;
}

/**
 * Creates an Admin API client over a connection pool. Each use signs in and out again, because the server has few sessions. If none is
 * left, `endIdleSession` ends an idle one of another account; it returns false if there is none.
 */
export function adminApi(
  outbound: Outbound,
  endIdleSession: () => Promise<boolean>,
  throttled: LoginThrottle,
): AdminApi {
  const withPermit = semaphore(maxSessionsAtOnce);

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

  /** Runs `use` with a token: the caller's own, or a new one that is logged out afterwards. */
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
        // A session that can't be logged out ends after 15 minutes. The result stays valid.
        await logout(token).catch(() => undefined);
      }
    });
  };

  const get: AdminApi["get"] = async (credential, paths) => {
    const answers = await withToken(credential, async (token) => {
      const all: Answer[] = [];
      for (const path of paths) all.push(await call("GET", path, `Bearer ${token}`));
      return all;
    });
    if (typeof answers === "string" || answers.some(({ status }) => status === 401))
      throw new ServiceError("stored_credentials_refused");
    return answers;
  };

  return {
    login,
    logout,

    async verify(credential) {
      return withToken(credential, async (token) => {
        // Signing in has proved an account. A token must be sent to an endpoint that every server has.
        if ("token" in credential) {
          const answer = await call("GET", "/server/metadata", `Bearer ${token}`);
          if (answer.status === 401) return "refused";
          if (isAboutRole(answer)) return "limited";
          if (answer.code !== "0") throw unexpectedAnswer("Admin API", answer);
        }
        // Only accounts without a role can read the roles. Servers without roles (before 21) don't have this endpoint.
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

    get,

    async databases(credential) {
      const [answer] = await get(credential, ["/databases"]);
      if (answer?.code !== "0") throw unexpectedAnswer("Admin API database list", answer as Answer);
      const rows = answer.response.databases;
      return Array.isArray(rows) ? rows.map(hostedDatabase) : [];
    },
  };
}

/** Returns the server's information in a response to an administrator. */
export function metadataIn({ response }: Pick<Answer, "response">): ServerMetadata {
  // Real servers write this in upper camel case; the guide's example doesn't.
  const field = (...names: readonly string[]) => String(names.map((name) => response[name]).find(Boolean) ?? "");
  return {
    verdict: "accepted",
    name: field("ServerName", "serverName"),
    serverId: field("ServerID", "serverID"),
    version: field("ServerVersion", "serverVersion"),
  };
}

/** True if the server refused a call because of the account's administrator role. */
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

/**
 * Returns the outcome for refusals that concern the account or the server's sessions. A 401 in HTML comes from a gateway in front and
 * also means 212.
 */
function outcomeOf({ status, code }: Answer): Exclude<Login["outcome"], "accepted" | "unavailable"> | undefined {
  if (code === fileMakerCodes.tooManyAttempts) return "locked";
  if (code === fileMakerCodes.sessionsExhausted) return "exhausted";
  return status === 401 ? "refused" : undefined;
}

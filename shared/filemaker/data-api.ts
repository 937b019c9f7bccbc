import { fileMakerCodes } from "#shared/contract/filemaker-errors.ts";
import type { Outbound } from "#shared/ports/outbound.ts";
import { type Answer, answerOf, asUpstreamError, unexpectedAnswer } from "./answer.ts";
import { basic } from "./authorization.ts";
import type { LoginThrottle } from "./sessions/login-throttle.ts";

const base = "/fmi/data/vLatest";
const timeoutMs = 30_000;
/** Timeout of a logout, which is optional: without it the server ends the session later. Milliseconds. */
const logoutTimeoutMs = 5_000;

/** FileMaker account of one or more files. */
export interface Account {
  readonly user: string;
  readonly pass: string;
}

/** Outcome of a login, with FileMaker's own codes. */
export type Login =
  | { readonly outcome: "accepted"; readonly token: string }
  | { readonly outcome: "refused" | "locked" | "exhausted" | "unavailable"; readonly code: string };

/** Client of FileMaker Server's Data API for calls that Latchkey makes itself. */
export interface DataApi {
  /**
   * Opens a session. `unavailable`: not hosted, closed, or not shared with this account through `fmrest`.
   * @throws ServiceError if there is no response
   */
  login(database: string, account: Account, body?: string): Promise<Login>;
  /** Ends a session. A session that no longer exists isn't an error. */
  logout(database: string, token: string): Promise<void>;
  /** Returns the names of the layouts that a session sees, in the file's order. Empty if the file doesn't list them. */
  layouts(database: string, token: string): Promise<readonly string[]>;
  /** Returns the names of the scripts that a session sees. Empty if the file doesn't list them. */
  scripts(database: string, token: string): Promise<readonly string[]>;
  /** Returns the same, or undefined if the file doesn't list them. */
  knownScripts(database: string, token: string): Promise<readonly string[] | undefined>;
  /** Returns the names, without extension, of the files that the account can open. */
  databases(account?: Account): Promise<readonly string[]>;
}

interface CallExtras {
  readonly authorization?: string;
  readonly body?: string;
  readonly waitMs?: number;
}

/** Creates a Data API client over a connection pool. `database` is always the full name, percent-encoded here. */
export function dataApi(outbound: Outbound, throttled: LoginThrottle): DataApi {
  const call = async (
    method: string,
    path: string,
    { authorization, body, waitMs = timeoutMs }: CallExtras = {},
  ): Promise<Answer> => {
    try {
      return answerOf(
        await outbound.request({
          method,
          path: base + path,
          timeoutMs: waitMs,
          headers: {
            ...(body !== undefined && { "Content-Type": "application/json" }),
            ...(authorization !== undefined && { Authorization: authorization }),
          },
          ...(body !== undefined && { body }),
        }),
      );
    } catch (thrown) {
      throw asUpstreamError(thrown);
    }
  };

  const knownScripts: DataApi["knownScripts"] = async (database, token) => {
    const path = `/databases/${encodeURIComponent(database)}/scripts`;
    const answer = await call("GET", path, { authorization: `Bearer ${token}` });
    return answer.code === "0" ? scriptNames(answer.response.scripts) : undefined;
  };

  return {
    knownScripts,

    async login(database, account, body = "{}") {
      const path = `/databases/${encodeURIComponent(database)}/sessions`;
      const authorization = basic(account.user, account.pass);
      const answer = await throttled(() => call("POST", path, { authorization, body }));
      const token = answer.headers["x-fm-data-access-token"] ?? answer.response.token;
      if (answer.code === "0" && typeof token === "string") return { outcome: "accepted", token };
      const outcome = outcomeOf(answer);
      if (outcome === undefined) throw unexpectedAnswer("Data API login", answer);
      return { outcome, code: answer.code ?? fileMakerCodes.accountRefused };
    },

    async logout(database, token) {
      const path = `/databases/${encodeURIComponent(database)}/sessions/${encodeURIComponent(token)}`;
      await call("DELETE", path, { waitMs: logoutTimeoutMs });
    },

    async layouts(database, token) {
      const path = `/databases/${encodeURIComponent(database)}/layouts`;
      const answer = await call("GET", path, { authorization: `Bearer ${token}` });
      return answer.code === "0" ? layoutNames(answer.response.layouts) : [];
    },

    scripts: async (database, token) => (await knownScripts(database, token)) ?? [],

    async databases(account) {
      const list = () => call("GET", "/databases", account && { authorization: basic(account.user, account.pass) });
      const answer = await (account === undefined ? list() : throttled(list));
      if (answer.code !== "0") throw unexpectedAnswer("Data API database list", answer);
      const rows = answer.response.databases;
      return Array.isArray(rows) ? rows.map((row: { name?: unknown }) => String(row.name)) : [];
    },
  };
}

/** Returns the names of layouts. Folders contain their layouts; `-` is a separator in FileMaker's menu. */
function layoutNames(rows: unknown): readonly string[] {
  if (!Array.isArray(rows)) return [];
  return rows.flatMap(({ name, isFolder, folderLayoutNames }: LayoutRow) =>
    isFolder === true ? layoutNames(folderLayoutNames) : typeof name === "string" && name !== "-" ? [name] : [],
  );
}

function scriptNames(rows: unknown): readonly string[] {
  if (!Array.isArray(rows)) return [];
  return rows.flatMap(({ name, isFolder, folderScriptNames }: ScriptRow) =>
    isFolder === true ? scriptNames(folderScriptNames) : typeof name === "string" && name !== "-" ? [name] : [],
  );
}

interface ScriptRow {
  readonly name?: unknown;
  readonly isFolder?: unknown;
  readonly folderScriptNames?: unknown;
}

interface LayoutRow {
  readonly name?: unknown;
  readonly isFolder?: unknown;
  readonly folderLayoutNames?: unknown;
}

/**
 * Returns the outcome for refusals that concern the account or the file, not the server. A 401 in HTML comes from a gateway in front
 * and also means 212.
 */
function outcomeOf({ status, code }: Answer): Exclude<Login["outcome"], "accepted"> | undefined {
  if (code === fileMakerCodes.tooManyAttempts) return "locked";
  if (code === fileMakerCodes.sessionsExhausted) return "exhausted";
  if (code === fileMakerCodes.fileUnavailable || code === fileMakerCodes.insufficientPrivileges) return "unavailable";
  if (code === fileMakerCodes.accountRefused || status === 401) return "refused";
  return undefined;
}

import { fileMakerCodes } from "#shared/contract/filemaker-errors.ts";
import type { Outbound } from "#shared/ports/outbound.ts";
import { type Answer, answerOf, asUpstreamError, unexpectedAnswer } from "./answer.ts";
import { basic } from "./authorization.ts";
import type { LoginThrottle } from "./sessions/login-throttle.ts";

const base = "/fmi/data/vLatest";
const timeoutMs = 30_000;
/** A logout is a courtesy; the server ends the session by itself when it does not come through. */
const logoutTimeoutMs = 5_000;

/** A FileMaker account of one or more files. */
export interface Account {
  readonly user: string;
  readonly pass: string;
}

/** How a login ended. The codes are FileMaker's own. */
export type Login =
  | { readonly outcome: "accepted"; readonly token: string }
  | { readonly outcome: "refused" | "locked" | "exhausted" | "unavailable"; readonly code: string };

/** FileMaker Server's Data API, as far as Latchkey calls it for itself. */
export interface DataApi {
  /** Opens a session. `unavailable`: not hosted, closed, or not shared with this account through `fmrest`. @throws ServiceError when there is no answer */
  login(database: string, account: Account, body?: string): Promise<Login>;
  /** Ends a session. One that is gone already is no error. */
  logout(database: string, token: string): Promise<void>;
  /** Names of the layouts that a session sees, in the file's order. Empty where the file does not say. */
  layouts(database: string, token: string): Promise<readonly string[]>;
  /** Names of the scripts that a session sees. Empty where the file does not say. */
  scripts(database: string, token: string): Promise<readonly string[]>;
  /** The same; undefined where the file does not say. */
  knownScripts(database: string, token: string): Promise<readonly string[] | undefined>;
  /** Bare names of the files that the account may open. */
  databases(account?: Account): Promise<readonly string[]>;
}

interface CallExtras {
  readonly authorization?: string;
  readonly body?: string;
  readonly waitMs?: number;
}

/** The Data API over a connection pool. `database` is always the full name, percent-encoded here. */
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

/** A folder has its layouts in it; `-` draws a line in FileMaker's menu. */
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

/** Refusals that are about the account or the file, not about the server. 401 in HTML comes from gateways in front and means 212 too. */
function outcomeOf({ status, code }: Answer): Exclude<Login["outcome"], "accepted"> | undefined {
  if (code === fileMakerCodes.tooManyAttempts) return "locked";
  if (code === fileMakerCodes.sessionsExhausted) return "exhausted";
  if (code === fileMakerCodes.fileUnavailable || code === fileMakerCodes.insufficientPrivileges) return "unavailable";
  if (code === fileMakerCodes.accountRefused || status === 401) return "refused";
  return undefined;
}

import { fileMakerCodes } from "#shared/contract/filemaker-errors.ts";
import { bareDatabaseName } from "#shared/contract/values/database-name.ts";
import type { Outbound } from "#shared/ports/outbound.ts";
import { asUpstreamError, unexpectedAnswer } from "./answer.ts";
import { basic } from "./authorization.ts";
import type { Account } from "./data-api.ts";
import { odataJson } from "./odata-json.ts";
import type { LoginThrottle } from "./sessions/login-throttle.ts";

const base = "/fmi/odata/v4";
const timeoutMs = 30_000;

/**
 * Result of OData's check of an account in a file. `refused`: wrong, or without `fmodata`, which most releases don't distinguish.
 * `unprivileged`: without `fmodata`, in a release that reports it. `unavailable`: not hosted or closed.
 */
export type ODataOpening = "accepted" | "refused" | "locked" | "unprivileged" | "unavailable";

/** Client of FileMaker Server's OData for calls that Latchkey makes itself. */
export interface OData {
  /** Requests the file's list of tables. @throws ServiceError if there is no response */
  open(database: string, account: Account): Promise<ODataOpening>;
  /** Returns the names, without extension, of the files that the account opens. Empty if the server doesn't list them. */
  databases(account: Account): Promise<readonly string[]>;
  /** Makes any call. @throws ServiceError if there is no response */
  call(call: ODataCall): Promise<ODataAnswer>;
}

/** OData call that Latchkey makes with an account. */
export interface ODataCall {
  readonly method: "GET" | "POST";
  /** Path after the version, beginning with the file, percent-encoded. */
  readonly path: string;
  readonly account: Account;
  readonly body?: unknown;
}

/** OData call on behalf of a caller, with the caller's Authorization header. */
export interface ODataRequest extends Omit<ODataCall, "account" | "method"> {
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  readonly authorization: string;
  /** Deadline for the whole response in milliseconds. */
  readonly timeoutMs: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Aborts the call. FileMaker Server may continue what it began. */
  readonly signal?: AbortSignal;
}

export interface ODataAnswer {
  readonly status: number;
  /** Code of a FileMaker error. Undefined if there is none. */
  readonly code: string | undefined;
  readonly message: string | undefined;
  /** Parsed JSON. Undefined if it isn't JSON. */
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;
}

/** Sends one OData call immediately. @throws ServiceError if there is no response */
export type ODataSend = (request: ODataRequest) => Promise<ODataAnswer>;

/** Sends OData calls for callers. Needs no limit: each outgoing call corresponds to an incoming one. */
export function odataSend(outbound: Outbound): ODataSend {
  return async ({ method, path, authorization, timeoutMs: waitMs, body, headers, signal }) => {
    const content = body === undefined ? {} : { "Content-Type": "application/json" };
    const request = {
      ...{ method, path: base + path, timeoutMs: waitMs },
      headers: { Accept: "application/json", ...headers, ...content, Authorization: authorization },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal !== undefined && { signal }),
    };
    const answer = await outbound.request(request).catch((thrown: unknown) => {
      throw asUpstreamError(thrown);
    });
    const parsed = odataJson(answer.body);
    const { message } = recordOf(recordOf(parsed).error);
    return {
      ...{ status: answer.status, headers: answer.headers, body: parsed, code: codeIn(parsed) },
      message: typeof message === "string" ? message : undefined,
    };
  };
}

export function odata(outbound: Outbound, throttled: LoginThrottle): OData {
  const send = odataSend(outbound);
  // OData receives the account with every call, so each one is a login.
  const call: OData["call"] = ({ account: { user, pass }, ...rest }) =>
    throttled(() => send({ ...rest, authorization: basic(user, pass), timeoutMs }));
  const get = (path: string, account: Account) => call({ method: "GET", path, account });

  return {
    call,

    async open(database, account) {
      const name = bareDatabaseName(database);
      // Reserved words of OData, such as `$metadata`, aren't files: they return 200 even for a wrong password.
      if (name.startsWith("$")) return "unavailable";
      const { status, headers, code } = await get(`/${encodeURIComponent(name)}`, account);
      if (status === 200) return "accepted";
      if (code === fileMakerCodes.tooManyAttempts) return "locked";
      if (status === 401) return "refused";
      if (status === 403 || code === fileMakerCodes.insufficientPrivileges) return "unprivileged";
      if (status === 404 || code === fileMakerCodes.fileUnavailable) return "unavailable";
      throw unexpectedAnswer("OData", { status, code, response: {}, headers });
    },

    async databases(account) {
      const { status, body } = await get("", account);
      const rows = status === 200 ? recordOf(body).value : undefined;
      return Array.isArray(rows) ? rows.map((row: unknown) => bareDatabaseName(String(recordOf(row).name))) : [];
    },
  };
}

function codeIn(body: unknown): string | undefined {
  const { code } = recordOf(recordOf(body).error);
  return typeof code === "string" || typeof code === "number" ? String(code) : undefined;
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

import { fileMakerCodes } from "#shared/contract/filemaker-errors.ts";
import { bareDatabaseName } from "#shared/contract/values/database-name.ts";
import { jsonOrNothing } from "#shared/http/json-or-nothing.ts";
import type { Outbound } from "#shared/ports/outbound.ts";
import { asUpstreamError, unexpectedAnswer } from "./answer.ts";
import { basic } from "./authorization.ts";
import type { Account } from "./data-api.ts";
import type { LoginThrottle } from "./sessions/login-throttle.ts";

const base = "/fmi/odata/v4";
const timeoutMs = 30_000;

/**
 * How OData took an account in a file. `refused`: wrong, or without `fmodata`, which most releases do not distinguish; `unprivileged`:
 * without `fmodata`, from a release that says so; `unavailable`: not hosted or closed.
 */
export type ODataOpening = "accepted" | "refused" | "locked" | "unprivileged" | "unavailable";

/** FileMaker Server's OData, as far as Latchkey calls it for itself. */
export interface OData {
  /** Asks for the file's list of tables. @throws ServiceError when there is no answer */
  open(database: string, account: Account): Promise<ODataOpening>;
  /** Bare names of the files that the account opens; none when the server does not tell. */
  databases(account: Account): Promise<readonly string[]>;
  /** Any call. @throws ServiceError when there is no answer */
  call(call: ODataCall): Promise<ODataAnswer>;
}

/** A call of OData that Latchkey makes by an account. */
export interface ODataCall {
  readonly method: "GET" | "POST";
  /** Behind the version, beginning with the file, percent-encoded. */
  readonly path: string;
  readonly account: Account;
  readonly body?: unknown;
}

/** The same with an account that is shown as it is, for one who calls. */
export interface ODataRequest extends Omit<ODataCall, "account" | "method"> {
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  readonly authorization: string;
  /** Milliseconds until the whole answer must be here. */
  readonly timeoutMs: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Ends the call at once. FileMaker Server may go on with what it began. */
  readonly signal?: AbortSignal;
}

export interface ODataAnswer {
  readonly status: number;
  /** Of the error, where it is one of FileMaker's. */
  readonly code: string | undefined;
  readonly message: string | undefined;
  /** Parsed; undefined where it is no JSON. */
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;
}

/** Sends one call of OData, at once. @throws ServiceError when there is no answer */
export type ODataSend = (request: ODataRequest) => Promise<ODataAnswer>;

/** Calls of OData for those who call us: no more of them go out than come in. */
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
    const parsed = jsonOrNothing(answer.body);
    const { message } = recordOf(recordOf(parsed).error);
    return {
      ...{ status: answer.status, headers: answer.headers, body: parsed, code: codeIn(parsed) },
      message: typeof message === "string" ? message : undefined,
    };
  };
}

export function odata(outbound: Outbound, throttled: LoginThrottle): OData {
  const send = odataSend(outbound);
  // OData takes the account with every call: each of them is a login.
  const call: OData["call"] = ({ account: { user, pass }, ...rest }) =>
    throttled(() => send({ ...rest, authorization: basic(user, pass), timeoutMs }));
  const get = (path: string, account: Account) => call({ method: "GET", path, account });

  return {
    call,

    async open(database, account) {
      const name = bareDatabaseName(database);
      // OData's own words, such as `$metadata`, aren't files: they answer 200 even for a wrong password.
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

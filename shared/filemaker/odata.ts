import { fileMakerCodes } from "#shared/contract/filemaker-errors.ts";
import { bareDatabaseName } from "#shared/contract/values/database-name.ts";
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

export interface ODataAnswer {
  readonly status: number;
  /** Of the error, where it is one of FileMaker's. */
  readonly code: string | undefined;
  readonly message: string | undefined;
  /** Parsed; undefined where it is no JSON. */
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;
}

export function odata(outbound: Outbound, throttled: LoginThrottle): OData {
  const call: OData["call"] = async ({ method, path, account: { user, pass }, body }) => {
    const content = body === undefined ? {} : { "Content-Type": "application/json" };
    const headers = { Accept: "application/json", ...content, Authorization: basic(user, pass) };
    const request = {
      ...{ method, path: base + path, timeoutMs, headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    };
    // OData takes the account with every call: each of them is a login.
    const answer = await throttled(() => outbound.request(request)).catch((thrown: unknown) => {
      throw asUpstreamError(thrown);
    });
    const parsed = jsonIn(answer.body);
    const { message } = recordOf(recordOf(parsed).error);
    return {
      ...{ status: answer.status, headers: answer.headers, body: parsed, code: codeIn(parsed) },
      message: typeof message === "string" ? message : undefined,
    };
  };
  const get = (path: string, account: Account) => call({ method: "GET", path, account });

  return {
    call,

    async open(database, account) {
      const { status, headers, code } = await get(`/${encodeURIComponent(bareDatabaseName(database))}`, account);
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

function jsonIn(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString("utf8"));
  } catch {
    return undefined; // A page of the web server in front. Said by the missing code.
  }
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

import { env } from "node:process";
import { startServer } from "../../../sandbox/fmserver/server.ts";

/** Response after it was read; `json` is empty if the body isn't JSON. */
export interface ODataAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly json: Readonly<Record<string, unknown>>;
}

interface Sent {
  readonly authorization?: string | null;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Server whose OData is tested: the sandbox, or the server at FMS_URL. */
export interface ODataSubject {
  readonly database: string;
  /** Table occurrence with a writable text field. */
  readonly table: string;
  readonly field: string;
  /** Calls a path relative to `/fmi/odata/v4` with the account. */
  ask(method: string, path: string, sent?: Sent): Promise<ODataAnswer>;
  close(): Promise<void>;
}

/** True if there is a server to test: for a real one, a table and a field must be configured. */
export function isODataSubjectNamed(): boolean {
  return (env.FMS_URL ?? "") === "" || (env.FMS_TABLE ?? "") !== "";
}

export async function odataSubject(): Promise<ODataSubject> {
  const { FMS_URL = "", FMS_USER = "", FMS_PASSWORD = "", FMS_DATABASE = "", FMS_TABLE = "", FMS_FIELD = "" } = env;
  if (FMS_URL !== "") {
    const file = { database: FMS_DATABASE, table: FMS_TABLE, field: FMS_FIELD };
    return connect(new URL(FMS_URL).origin, `${FMS_USER}:${FMS_PASSWORD}`, file, async () => {});
  }
  const sandbox = await startServer();
  const file = { database: "Contacts", table: "Contacts", field: "lastName" };
  return connect(sandbox.origin, "api:demo-pass", file, () => sandbox.close());
}

function connect(
  origin: string,
  credentials: string,
  file: Pick<ODataSubject, "database" | "table" | "field">,
  close: () => Promise<void>,
): ODataSubject {
  const basic = `Basic ${Buffer.from(credentials).toString("base64")}`;
  return {
    ...file,
    close,
    async ask(method, path, { authorization = basic, body, headers } = {}) {
      const response = await fetch(`${origin}/fmi/odata/v4${path}`, {
        method,
        headers: {
          ...(authorization !== null && { authorization }),
          ...(body !== undefined && { "content-type": "application/json" }),
          ...headers,
        },
        ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
      });
      const text = await response.text();
      const isJson = response.headers.get("content-type")?.includes("json") === true && text !== "";
      return { status: response.status, headers: response.headers, text, json: isJson ? JSON.parse(text) : {} };
    },
  };
}

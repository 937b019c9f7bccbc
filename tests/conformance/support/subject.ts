import { env } from "node:process";
import { startServer } from "../../../sandbox/fmserver/server.ts";
import type { WorldInput } from "../../../sandbox/fmserver/world/schema/world-schema.ts";

/** Response after it was read. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly response: Record<string, unknown>;
  readonly messages: readonly { readonly code?: unknown; readonly message?: unknown }[];
  readonly code: unknown;
}

interface Sent {
  readonly token?: string;
  readonly authorization?: string;
  readonly body?: string;
  readonly type?: string;
}

/** Server under test: the sandbox, or the server at FMS_URL. */
export interface Subject {
  readonly database: string;
  readonly layout: string;
  /** `/fmi/data/vLatest/databases/{file}`. */
  readonly base: string;
  readonly layoutPath: string;
  /** Authorization header of the account. */
  readonly basic: string;
  ask(method: string, path: string, sent?: Sent): Promise<Answer>;
  /** Calls with the suite's own session. A body is JSON unless `type` says otherwise. */
  call(method: string, path: string, body?: string, type?: string): Promise<Answer>;
  /** Ends the session, and stops the sandbox if it is used. */
  close(): Promise<void>;
}

/** Forms of a login request that clients in the field send. */
export const FORMS: readonly { readonly name: string; readonly body?: string; readonly type?: string }[] = [
  { name: "an empty object", body: "{}" },
  { name: "an empty list of sources", body: '{"fmDataSource":[]}' },
  { name: "no body", type: "application/json" },
];

export async function subject(): Promise<Subject> {
  const { FMS_URL, FMS_USER = "", FMS_PASSWORD = "", FMS_DATABASE = "", FMS_LAYOUT = "" } = env;
  if (FMS_URL !== undefined && FMS_URL !== "") {
    return connect(new URL(FMS_URL).origin, `${FMS_USER}:${FMS_PASSWORD}`, FMS_DATABASE, FMS_LAYOUT, async () => {});
  }
  const sandbox = await startServer({ world: WORLD });
  return connect(sandbox.origin, "api:pass", "Things", "Things", () => sandbox.close());
}

/** World with a table whose records need no values, as any file has. */
const WORLD: WorldInput = {
  databases: [
    {
      name: "Things",
      accounts: [{ name: "api", password: "pass" }],
      tables: [{ name: "Things", fields: [{ name: "name" }, { name: "size", type: "number" }] }],
      layouts: [{ name: "Things", occurrence: "Things", fields: ["name", "size"] }],
      scripts: [{ name: "Nothing" }, { folder: "More", scripts: [] }],
    },
  ],
};

async function connect(
  origin: string,
  credentials: string,
  database: string,
  layout: string,
  end: () => Promise<void>,
): Promise<Subject> {
  const ask = async (method: string, path: string, sent: Sent = {}): Promise<Answer> => {
    const authorization = sent.token === undefined ? sent.authorization : `Bearer ${sent.token}`;
    const type = sent.type ?? (sent.body === undefined ? undefined : "application/json");
    const response = await fetch(origin + path, {
      method,
      headers: {
        ...(authorization === undefined ? {} : { authorization }),
        ...(type === undefined ? {} : { "content-type": type }),
      },
      ...(sent.body === undefined ? {} : { body: sent.body }),
    });
    const isJson = response.headers.get("content-type")?.includes("json") === true;
    const envelope = isJson ? ((await response.json()) as Partial<Answer>) : {};
    if (!isJson) await response.text();
    const { response: content = {}, messages = [] } = envelope;
    return { status: response.status, headers: response.headers, response: content, messages, code: messages[0]?.code };
  };
  const base = `/fmi/data/vLatest/databases/${encodeURIComponent(database)}`;
  const basic = `Basic ${Buffer.from(credentials).toString("base64")}`;
  const login = await ask("POST", `${base}/sessions`, { authorization: basic, body: "{}" });
  if (login.status !== 200)
    throw new Error(`The account cannot log in: HTTP ${login.status}, code ${String(login.code)}`);
  const token = String(login.response.token);
  return {
    database,
    layout,
    base,
    layoutPath: `${base}/layouts/${encodeURIComponent(layout)}`,
    basic,
    ask,
    call: (method, path, body, type) =>
      ask(method, path, { token, ...(body === undefined ? {} : { body }), ...(type === undefined ? {} : { type }) }),
    async close() {
      await ask("DELETE", `${base}/sessions/${token}`);
      await end();
    },
  };
}

import { env } from "node:process";
import { startServer } from "../../../sandbox/fmserver/server.ts";
import type { Answer } from "./subject.ts";

interface Sent {
  readonly token?: string;
  readonly authorization?: string;
  readonly body?: string;
}

/** Server whose Admin API is tested: the sandbox, or the server at FMS_URL. */
export interface AdminSubject {
  /** Authorization header of the account. */
  readonly basic: string;
  /** Calls a path relative to `/fmi/admin/api/v2`. */
  ask(method: string, path: string, sent?: Sent): Promise<Answer>;
  /** Calls with the suite's own session. */
  call(method: string, path: string, body?: string): Promise<Answer>;
  /** Ends the session, and stops the sandbox if it is used. */
  close(): Promise<void>;
}

/** True if there is a server to test: a real one needs an Admin Console account. */
export function isAdminSubjectNamed(): boolean {
  return (env.FMS_URL ?? "") === "" || (env.FMS_ADMIN_USER ?? "") !== "";
}

export async function adminSubject(): Promise<AdminSubject> {
  const { FMS_URL = "", FMS_ADMIN_URL = FMS_URL, FMS_ADMIN_USER = "", FMS_ADMIN_PASSWORD = "" } = env;
  if (FMS_URL !== "") {
    return connect(new URL(FMS_ADMIN_URL).origin, `${FMS_ADMIN_USER}:${FMS_ADMIN_PASSWORD}`, async () => {});
  }
  const sandbox = await startServer();
  return connect(sandbox.origin, "admin:admin-pass", () => sandbox.close());
}

async function connect(origin: string, credentials: string, end: () => Promise<void>): Promise<AdminSubject> {
  const ask = async (method: string, path: string, sent: Sent = {}): Promise<Answer> => {
    const authorization = sent.token === undefined ? sent.authorization : `Bearer ${sent.token}`;
    const response = await fetch(`${origin}/fmi/admin/api/v2${path}`, {
      method,
      headers: {
        "content-type": "application/json",
        ...(authorization === undefined ? {} : { authorization }),
      },
      ...(sent.body === undefined ? {} : { body: sent.body }),
    });
    const isJson = response.headers.get("content-type")?.includes("json") === true;
    const envelope = isJson ? ((await response.json()) as Partial<Answer>) : {};
    if (!isJson) await response.text();
    const { response: content = {}, messages = [] } = envelope;
    return { status: response.status, headers: response.headers, response: content, messages, code: messages[0]?.code };
  };
  const basic = `Basic ${Buffer.from(credentials).toString("base64")}`;
  const login = await ask("POST", "/user/auth", { authorization: basic });
  if (login.status !== 200)
    throw new Error(`The account cannot sign in: HTTP ${login.status}, code ${String(login.code)}`);
  const token = String(login.response.token);
  return {
    basic,
    ask,
    call: (method, path, body) => ask(method, path, { token, ...(body === undefined ? {} : { body }) }),
    async close() {
      await ask("DELETE", `/user/auth/${token}`);
      await end();
    },
  };
}

import { onTestFinished } from "vitest";
import { type FmServer, type ServerOptions, startServer } from "../../../sandbox/fmserver/server.ts";
import { smallWorld } from "./small-world.ts";

/** Response after it was read. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly json: {
    readonly response: Record<string, unknown>;
    readonly messages: readonly { readonly code: string; readonly message?: string; readonly text?: string }[];
  };
  /** FileMaker's code. */
  readonly code: string | undefined;
  readonly response: Record<string, unknown>;
}

export interface Sent {
  readonly token?: string;
  /** Sent as JSON, unless it is already text or form data. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly redirect?: "manual";
}

/** Sandbox for one test, with shortcuts for calling it. */
export interface TestServer extends FmServer {
  /** Calls a path relative to the origin. */
  ask(method: string, path: string, sent?: Sent): Promise<Answer>;
  /** Calls a path relative to `/fmi/data/vLatest/databases/People`. */
  people(method: string, path: string, sent?: Sent): Promise<Answer>;
  /** Returns a token for the People file. */
  login(account?: string, database?: string): Promise<string>;
  /** Returns a token for the Admin API. */
  adminLogin(): Promise<string>;
}

export async function aServer(options: ServerOptions = {}): Promise<TestServer> {
  const server = await startServer({ world: smallWorld(), ...options });
  onTestFinished(() => server.close());
  const ask: TestServer["ask"] = async (method, path, sent = {}) => {
    const response = await fetch(server.origin + path, {
      method,
      headers: {
        ...(typeof sent.body === "object" && !(sent.body instanceof FormData)
          ? { "content-type": "application/json" }
          : {}),
        ...(sent.token === undefined ? {} : { authorization: `Bearer ${sent.token}` }),
        ...sent.headers,
      },
      ...(sent.body === undefined ? {} : { body: asBody(sent.body) }),
      redirect: sent.redirect ?? "follow",
    });
    const text = await response.text();
    const isJson = response.headers.get("content-type")?.includes("json") === true && text !== "";
    const json = isJson ? JSON.parse(text) : { response: {}, messages: [] };
    const code = json.messages?.[0]?.code;
    return { status: response.status, headers: response.headers, text, json, code, response: json.response };
  };
  return Object.assign(server, {
    ask,
    people: (method: string, path: string, sent?: Sent) =>
      ask(method, `/fmi/data/vLatest/databases/People${path}`, sent),
    async login(account = "full:full-pass", database = "People") {
      const answer = await ask("POST", `/fmi/data/vLatest/databases/${database}/sessions`, {
        body: {},
        headers: basic(account),
      });
      return String(answer.response.token);
    },
    async adminLogin() {
      const answer = await ask("POST", "/fmi/admin/api/v2/user/auth", { headers: basic("admin:admin-pass") });
      return String(answer.response.token);
    },
  });
}

/** Returns a Basic header for `name:password`. */
export function basic(credentials: string): { readonly authorization: string } {
  return { authorization: `Basic ${Buffer.from(credentials).toString("base64")}` };
}

function asBody(body: unknown): string | FormData {
  return typeof body === "string" || body instanceof FormData ? body : JSON.stringify(body);
}

import { onTestFinished } from "vitest";
import { type FmServer, type ServerOptions, startServer } from "../../../../sandbox/fmserver/server.ts";
import { shopWorld } from "./shop-world.ts";

/** Response after it was read. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Empty if the body isn't JSON. */
  readonly json: Readonly<Record<string, unknown>>;
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  /** FileMaker's error code. */
  readonly code: string | undefined;
}

interface Sent {
  /** `name:password`; null sends none. */
  readonly account?: string | null;
  /** Sent as JSON, unless it is bytes or text. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sandbox with shortcuts for calling its OData. */
export interface ODataServer extends FmServer {
  /** Calls a path relative to the origin. */
  ask(method: string, path: string, sent?: Sent): Promise<Answer>;
  /** Calls a path relative to `/fmi/odata/v4/Shop`; spaces in it need no encoding. */
  shop(method: string, path: string, sent?: Sent): Promise<Answer>;
  /** `/fmi/odata/v4/Shop` with the origin. */
  readonly root: string;
}

export async function anODataServer(options: ServerOptions = {}): Promise<ODataServer> {
  const server = await startServer({ world: shopWorld(), ...options });
  onTestFinished(() => server.close());
  const ask: ODataServer["ask"] = async (method, path, { account = "full:full-pass", body, headers } = {}) => {
    const isRaw = typeof body === "string" || body instanceof Uint8Array;
    const response = await fetch(server.origin + path, {
      method,
      headers: {
        ...(account !== null && basic(account)),
        ...(body !== undefined && !isRaw && { "content-type": "application/json" }),
        ...headers,
      },
      ...(body !== undefined && { body: isRaw ? (body as string | Uint8Array<ArrayBuffer>) : JSON.stringify(body) }),
    });
    const text = await response.text();
    const json = asJson(response, text);
    const error = json.error as { readonly code?: string } | undefined;
    const rows = Array.isArray(json.value) ? json.value : [];
    return { status: response.status, headers: response.headers, text, json, rows, code: error?.code };
  };
  return Object.assign(server, {
    ask,
    root: `${server.origin}/fmi/odata/v4/Shop`,
    shop: (method: string, path: string, sent?: Sent) =>
      ask(method, `/fmi/odata/v4/Shop${path.replaceAll(" ", "%20")}`, sent),
  });
}

/** Returns a Basic header for `name:password`. */
export function basic(credentials: string): { readonly authorization: string } {
  return { authorization: `Basic ${Buffer.from(credentials).toString("base64")}` };
}

function asJson(response: Response, text: string): Readonly<Record<string, unknown>> {
  if (response.headers.get("content-type")?.includes("json") !== true) return {};
  try {
    return JSON.parse(text) as Readonly<Record<string, unknown>>;
  } catch {
    // Some of the server's responses aren't JSON, although they claim to be.
    return {};
  }
}

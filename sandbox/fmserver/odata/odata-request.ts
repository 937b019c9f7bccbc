import type { IncomingCall } from "../http/incoming-call.ts";

/** Request as the engine reads it, alone or in a batch. */
export interface ODataRequest {
  readonly method: string;
  /** Encoded path without the query. */
  readonly path: string;
  /** Encoded query without the question mark. */
  readonly query: string;
  /** By lowercase name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** Returns a request outside of a batch. */
export function plainRequest(call: IncomingCall, body: Buffer): ODataRequest {
  const url = call.message.url ?? "/";
  const mark = url.indexOf("?");
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(call.message.headers)) {
    if (value !== undefined) headers[name] = Array.isArray(value) ? value.join(", ") : value;
  }
  const query = mark === -1 ? "" : url.slice(mark + 1);
  return { method: call.method === "HEAD" ? "GET" : call.method, path: call.path, query, headers, body };
}

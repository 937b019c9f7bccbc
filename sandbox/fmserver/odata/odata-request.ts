import type { IncomingCall } from "../http/incoming-call.ts";

/** One request as the engine reads it, alone or as part of a batch. */
export interface ODataRequest {
  readonly method: string;
  /** As it came, without the query. */
  readonly path: string;
  /** As it came, without the question mark. */
  readonly query: string;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** A request that came alone. */
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

import type { AnswerStream } from "#shared/ports/http-call.ts";

/** CORS rules for pages of other origins: origins are compared exactly, and cookies are never allowed. */
export interface CrossOrigin {
  /** Returns the CORS headers to add to a response to this origin. */
  headers(origin: string | undefined): Readonly<Record<string, string>>;
  /** Returns the headers of a preflight response (status 204), or undefined for other calls and unlisted origins. */
  preflight(call: PreflightCall): Readonly<Record<string, string>> | undefined;
}

interface PreflightCall {
  readonly method: string | undefined;
  readonly origin: string | undefined;
  /** Value of the Access-Control-Request-Method header. */
  readonly requestedMethod: string | undefined;
}

/** Returns undefined if no origins are listed; responses then have no CORS headers. */
export function crossOrigin(origins: readonly string[], prefixes: readonly string[]): CrossOrigin | undefined {
  const listed = new Set(origins);
  if (listed.size === 0) return undefined;
  const own = prefixes.flatMap((prefix) => [`X-${prefix}-Normalize-Ext`, `X-${prefix}-Upload`]);
  const allowed = { ...allowedOf, "Access-Control-Allow-Headers": [...sendable, ...own].join(", ") };
  return {
    headers: (origin) =>
      origin !== undefined && listed.has(origin)
        ? { ...varies, "Access-Control-Allow-Origin": origin, "Access-Control-Expose-Headers": exposed }
        : varies,

    preflight({ method, origin, requestedMethod }) {
      if (method !== "OPTIONS" || requestedMethod === undefined || origin === undefined || !listed.has(origin))
        return undefined;
      return { "Access-Control-Allow-Origin": origin, ...allowed };
    },
  };
}

/** Returns an answer that adds CORS headers wherever its head is written. */
export function withCrossOrigin<A extends Pick<AnswerStream, "writeHead">>(
  answer: A,
  added: Readonly<Record<string, string>>,
): A {
  const writeHead = answer.writeHead.bind(answer) as (status: number, headers?: unknown) => unknown;
  const writeBoth = (status: number, headers: readonly string[] | Readonly<Record<string, unknown>> = {}): unknown =>
    writeHead(status, isRaw(headers) ? [...headers, ...missingIn(headers, added)] : { ...added, ...headers });
  return Object.assign(answer, { writeHead: writeBoth });
}

/** Returns the added headers that the response lacks; a response readable by any origin sets its own. */
function missingIn(headers: readonly string[], added: Readonly<Record<string, string>>): readonly string[] {
  const own = new Set(headers.filter((_, place) => place % 2 === 0).map((name) => name.toLowerCase()));
  const saysOrigin = own.has("access-control-allow-origin");
  return Object.entries(added).flatMap(([name, value]) => (saysOrigin && name !== "Vary" ? [] : [name, value]));
}

function isRaw(headers: readonly string[] | Readonly<Record<string, unknown>>): headers is readonly string[] {
  return Array.isArray(headers);
}

/** Caches must not serve one origin's response to another. */
const varies = { Vary: "Origin" } as const;

/** Response headers that pages can read in addition to the CORS-safelisted ones. */
const exposed = [
  "Content-Disposition",
  "Content-Range",
  "ETag",
  "Location",
  "OData-EntityId",
  "OData-Version",
  "Preference-Applied",
  "RateLimit",
  "RateLimit-Policy",
  "Retry-After",
  "WWW-Authenticate",
  "X-FM-Data-Access-Token",
  "X-Request-Id",
  "fmodata.affected_rows",
].join(", ");

/** Request headers that pages can send. Excludes X-Requested-With: cookie protection relies on pages not being able to send it. */
const sendable = [
  "Accept",
  "Authorization",
  "Content-Disposition",
  "Content-Type",
  "If-Match",
  "If-None-Match",
  "Last-Event-ID",
  "MCP-Protocol-Version",
  "Mcp-Method",
  "Mcp-Name",
  "OData-MaxVersion",
  "OData-Version",
  "Prefer",
  "Range",
];

/** Values of preflight responses. Must match the stack's CloudFront function. */
const allowedOf = {
  "Access-Control-Allow-Methods": "GET, HEAD, POST, PUT, PATCH, DELETE",
  "Access-Control-Max-Age": "600",
  "Cache-Control": "no-store",
  Vary: "Origin, Access-Control-Request-Method, Access-Control-Request-Headers",
} as const;

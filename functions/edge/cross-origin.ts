import type { AnswerStream } from "#shared/ports/http-call.ts";

/** What pages of other origins may do with our answers: those that are listed, letter by letter, and never with a cookie (S2). */
export interface CrossOrigin {
  /** What the answer to a call from this origin carries beside its own headers. */
  headers(origin: string | undefined): Readonly<Record<string, string>>;
  /** The head of the answer to a browser that asks before a call (status 204); undefined for any other call, and for an origin that is not listed. */
  preflight(call: PreflightCall): Readonly<Record<string, string>> | undefined;
}

interface PreflightCall {
  readonly method: string | undefined;
  readonly origin: string | undefined;
  /** The header Access-Control-Request-Method. */
  readonly requestedMethod: string | undefined;
}

/** Undefined where no origin is listed: then nothing is said of origins at all. */
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

/** An answer that will say what pages of its caller's origin may do with it, wherever its head is written. */
export function withCrossOrigin<A extends Pick<AnswerStream, "writeHead">>(
  answer: A,
  added: Readonly<Record<string, string>>,
): A {
  const writeHead = answer.writeHead.bind(answer) as (status: number, headers?: unknown) => unknown;
  const writeBoth = (status: number, headers: readonly string[] | Readonly<Record<string, unknown>> = {}): unknown =>
    writeHead(status, isRaw(headers) ? [...headers, ...missingIn(headers, added)] : { ...added, ...headers });
  return Object.assign(answer, { writeHead: writeBoth });
}

/** An answer that any origin may read says so itself. */
function missingIn(headers: readonly string[], added: Readonly<Record<string, string>>): readonly string[] {
  const own = new Set(headers.filter((_, place) => place % 2 === 0).map((name) => name.toLowerCase()));
  const saysOrigin = own.has("access-control-allow-origin");
  return Object.entries(added).flatMap(([name, value]) => (saysOrigin && name !== "Vary" ? [] : [name, value]));
}

function isRaw(headers: readonly string[] | Readonly<Record<string, unknown>>): headers is readonly string[] {
  return Array.isArray(headers);
}

/** Caches must not hand one origin's answer to another. */
const varies = { Vary: "Origin" } as const;

/** What a page may read of an answer beside what every page may. */
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

/** What a page may send. Not X-Requested-With: that a page cannot bring it is what a cookie counts on. */
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

/** The stack's CloudFront function answers with the same. */
const allowedOf = {
  "Access-Control-Allow-Methods": "GET, HEAD, POST, PUT, PATCH, DELETE",
  "Access-Control-Max-Age": "600",
  "Cache-Control": "no-store",
  Vary: "Origin, Access-Control-Request-Method, Access-Control-Request-Headers",
} as const;

import { ServiceError } from "#shared/contract/errors.ts";

/** Headers for one connection only (RFC 9110, 7.6.1), or replaced by ours. Sorted by frequency. */
const neverForwarded = new Set([
  "host",
  "connection",
  "authorization",
  "accept-encoding",
  "keep-alive",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "expect",
  "proxy-authorization",
  "proxy-authenticate",
  "proxy-connection",
  "forwarded",
  "x-real-ip",
]);

/** Names of cookies of Latchkey's own console. */
export const ownCookie = /^(?:__Host-)?latchkey(?:$|[-_.])/i;

/** Headers of a request, read in one pass. */
export interface RequestHeaders {
  /** Alternating names and values to forward, in their original order and case. */
  readonly forwarded: string[];
  readonly authorization: string | undefined;
  /** Accept-Encoding of the caller, or empty. It isn't sent to the server, because URLs in the response must be found. */
  readonly acceptEncoding: string;
  /** Declared size of the body in bytes. */
  readonly contentLength: number | undefined;
  readonly chunked: boolean;
  /** Stored upload to send as the body. */
  readonly upload: string | undefined;
}

/**
 * Sorts a request's headers. Headers that `Connection` names are dropped before ours are added, so that a client can't
 * remove those.
 * @throws ServiceError if a header that must be single is repeated
 */
export function requestHeaders(
  raw: readonly string[],
  ownPrefixes: readonly string[],
  fromTrustedProxy: boolean,
): RequestHeaders {
  const nominated = nominatedIn(raw);
  const forwarded: string[] = [];
  let authorization: string | undefined;
  let acceptEncoding = "";
  let contentLength: number | undefined;
  let chunked = false;
  let upload: string | undefined;
  for (let index = 0; index < raw.length; index += 2) {
    const name = (raw[index] as string).toLowerCase();
    const value = raw[index + 1] as string;
    if (name === "authorization") {
      if (authorization !== undefined) throw new ServiceError("credentials_repeated");
      authorization = value;
    } else if (name === "accept-encoding")
      acceptEncoding = acceptEncoding === "" ? value : `${acceptEncoding},${value}`;
    else if (name === "content-length") contentLength = Number(value);
    else if (name === "transfer-encoding") chunked = true;
    if (neverForwarded.has(name) || nominated?.has(name)) continue;
    if (name.startsWith("x-") && isOwn(name, ownPrefixes)) {
      if (!name.endsWith("-upload") || !ownPrefixes.includes(name.slice(0, -"upload".length))) continue;
      if (upload !== undefined) throw new ServiceError("upload_not_taken", { text: "the header was sent twice" });
      upload = value;
      continue;
    }
    if (name.startsWith("x-forwarded-") && !fromTrustedProxy) continue;
    if (name.startsWith("proxy-")) continue;
    if (name === "cookie") pushCookies(forwarded, raw[index] as string, value);
    else forwarded.push(raw[index] as string, value);
  }
  return { forwarded, authorization, acceptEncoding, contentLength, chunked, upload };
}

function isOwn(name: string, ownPrefixes: readonly string[]): boolean {
  return ownPrefixes.some((prefix) => name.startsWith(prefix));
}

function pushCookies(forwarded: string[], name: string, value: string): void {
  const kept = value.split(";").filter((pair) => !ownCookie.test((pair.split("=")[0] ?? "").trim()));
  if (kept.length > 0) forwarded.push(name, kept.join(";").trim());
}

/** Returns the header names that `Connection` limits to this connection. Undefined if there are none. */
export function nominatedIn(raw: readonly string[]): ReadonlySet<string> | undefined {
  let names: Set<string> | undefined;
  for (let index = 0; index < raw.length; index += 2) {
    const name = raw[index] as string;
    if (name.length !== 10 || name.toLowerCase() !== "connection") continue;
    const value = (raw[index + 1] as string).toLowerCase();
    if (value === "keep-alive" || value === "close") continue;
    names ??= new Set();
    for (const token of value.split(",")) names.add(token.trim());
  }
  return names;
}

import { ServiceError } from "#shared/contract/errors.ts";

/** Meant for one connection only (RFC 9110, 7.6.1), or replaced by ours. Sorted by how often they come. */
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

/** Names of cookies that belong to Latchkey's own console. */
export const ownCookie = /^(?:__Host-)?latchkey(?:$|[-_.])/i;

/** What a request's headers say, read in one pass. */
export interface RequestHeaders {
  /** Alternating names and values that may go on, in order and case as they came. */
  readonly forwarded: string[];
  readonly authorization: string | undefined;
  /** How the caller takes its answer, empty where it says nothing of that; the server is not asked for it, because addresses in it are to be found. */
  readonly acceptEncoding: string;
  /** Bytes of body, where the client said so. */
  readonly contentLength: number | undefined;
  readonly chunked: boolean;
  /** The stored upload that is to be the body. */
  readonly upload: string | undefined;
}

/**
 * Sorts a request's headers (R4.1, R4.2). What the client names in `Connection` is dropped before anything of ours is added,
 * so that it cannot take ours away.
 * @throws ServiceError when a header that must be single is not
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
      if (upload !== undefined) throw new ServiceError("upload_not_taken", { text: "the header came twice" });
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

/** Names that `Connection` headers declare to be for this connection only; undefined where there are none. */
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

import type { AddressRules, CookieReach } from "./addresses.ts";
import { nominatedIn, ownCookie } from "./request-headers.ts";

const neverReturned = new Set([
  "connection",
  "keep-alive",
  "transfer-encoding",
  "te",
  "trailer",
  "upgrade",
  "proxy-authenticate",
  "proxy-connection",
  // A session's token stays here: the caller has a key.
  "x-fm-data-access-token",
  "x-fm-access-token",
  // Ours takes its place.
  "referrer-policy",
  // Which pages of other origins may read an answer is ours to say (S2).
  "access-control-allow-origin",
  "access-control-allow-credentials",
  "access-control-allow-headers",
  "access-control-allow-methods",
  "access-control-expose-headers",
  "access-control-max-age",
]);

/** What an answer's headers say, read in one pass. */
export interface AnswerHeaders {
  /** Alternating names and values that go back, in order and case as they came. Without Content-Length. */
  readonly returned: string[];
  readonly contentLength: number | undefined;
  /** The body's type, when addresses in it are to be rewritten: JSON, XML and multipart. */
  readonly addressedType: string | undefined;
}

const addressed = /[/+]json\b|[/+]xml\b|^multipart\//i;

/** What is done to some headers on their way back. */
interface HeaderRules {
  /** Rewrite the value of Location, and say how far cookies may reach. None of our own names is let in. */
  readonly rules: Pick<AddressRules, "cookies" | "location">;
  readonly prefix: string;
  /** Whether the answer may be kept nowhere, whatever the server says of it. */
  readonly keepNothing: boolean;
}

/** Sorts an answer's headers (R4.2). Addresses may hold keys, so none is told to the next site (K3). */
export function answerHeaders(raw: readonly string[], { rules, prefix, keepNothing }: HeaderRules): AnswerHeaders {
  const nominated = nominatedIn(raw);
  const returned: string[] = [];
  let contentLength: number | undefined;
  let addressedType: string | undefined;
  for (let place = 0; place < raw.length; place += 2) {
    const name = (raw[place] as string).toLowerCase();
    const value = raw[place + 1] as string;
    if (name === "content-length") {
      contentLength = Number(value);
      continue;
    }
    if (neverReturned.has(name) || nominated?.has(name)) continue;
    if (keepNothing && (name === "cache-control" || name === "expires" || name === "pragma")) continue;
    if (name === "content-type") addressedType = addressed.test(value) ? value : undefined;
    if (name === "set-cookie") {
      const cookie = narrowedCookie(value, rules.cookies(prefix));
      if (cookie !== undefined) returned.push(raw[place] as string, cookie);
    } else if (addresses.has(name)) returned.push(raw[place] as string, rules.location(value, prefix));
    else if (name === "link")
      returned.push(
        raw[place] as string,
        links(value, (to) => rules.location(to, prefix)),
      );
    else returned.push(raw[place] as string, value);
  }
  returned.push("Referrer-Policy", "no-referrer");
  if (keepNothing) returned.push("Cache-Control", "no-store");
  return { returned, contentLength, addressedType };
}

/** Headers whose value is an address. OData names what was created in two of them. */
const addresses = new Set(["location", "content-location", "odata-entityid"]);

/** A Link header: each address stands in angle brackets. */
function links(value: string, located: (address: string) => string): string {
  return value.replace(/<([^<>]*)>/g, (_, address: string) => `<${located(address)}>`);
}

/** The cookie bound to this host and path; undefined when its name is one of ours. */
export function narrowedCookie(cookie: string, { path, overHttps }: CookieReach): string | undefined {
  const [pair = "", ...attributes] = cookie.split(";").map((part) => part.trim());
  if (ownCookie.test(pair.split("=")[0] ?? "")) return undefined;
  const dropped = overHttps ? /^(?:path|domain)\s*(?:=|$)/i : /^(?:(?:path|domain)\s*(?:=|$)|secure$)/i;
  const kept = attributes.filter((attribute) => !dropped.test(attribute));
  return [pair, ...kept, `Path=${path}`].join("; ");
}

import type { AddressRules, CookieScope } from "../addresses/address-rules.ts";
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
  // Ours take their place.
  "referrer-policy",
  "x-content-type-options",
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
  readonly rules: Pick<AddressRules, "cookieScope" | "location">;
  readonly prefix: string;
  /** Whether no cache may keep the answer, whatever the server says. */
  readonly noStore: boolean;
}

/**
 * Sorts an answer's headers (R4.2). Addresses may hold keys, so none is passed on to the next site (K3). What a container holds is anybody's: no
 * browser makes a page of this origin of it because it looks like one.
 */
export function answerHeaders(raw: readonly string[], { rules, prefix, noStore }: HeaderRules): AnswerHeaders {
  const nominated = nominatedIn(raw);
  const returned: string[] = [];
  let contentLength: number | undefined;
  let addressedType: string | undefined;
  for (let index = 0; index < raw.length; index += 2) {
    const name = (raw[index] as string).toLowerCase();
    const value = raw[index + 1] as string;
    if (name === "content-length") {
      contentLength = Number(value);
      continue;
    }
    if (neverReturned.has(name) || nominated?.has(name)) continue;
    if (noStore && (name === "cache-control" || name === "expires" || name === "pragma")) continue;
    if (name === "content-type") addressedType = addressed.test(value) ? value : undefined;
    if (name === "set-cookie") {
      const cookie = narrowedCookie(value, rules.cookieScope(prefix));
      if (cookie !== undefined) returned.push(raw[index] as string, cookie);
    } else if (addresses.has(name)) returned.push(raw[index] as string, rules.location(value, prefix));
    else if (name === "link")
      returned.push(
        raw[index] as string,
        links(value, (to) => rules.location(to, prefix)),
      );
    else returned.push(raw[index] as string, value);
  }
  returned.push("Referrer-Policy", "no-referrer", "X-Content-Type-Options", "nosniff");
  if (noStore) returned.push("Cache-Control", "no-store");
  return { returned, contentLength, addressedType };
}

/** Headers whose value is an address. OData names what was created in two of them. */
const addresses = new Set(["location", "content-location", "odata-entityid"]);

/** A Link header: each address stands in angle brackets. */
function links(value: string, located: (address: string) => string): string {
  return value.replace(/<([^<>]*)>/g, (_, address: string) => `<${located(address)}>`);
}

/** The cookie bound to this host and path; undefined when its name is one of ours. */
export function narrowedCookie(cookie: string, { path, overHttps }: CookieScope): string | undefined {
  const [pair = "", ...attributes] = cookie.split(";").map((part) => part.trim());
  if (ownCookie.test(pair.split("=")[0] ?? "")) return undefined;
  const dropped = overHttps ? /^(?:path|domain)\s*(?:=|$)/i : /^(?:(?:path|domain)\s*(?:=|$)|secure$)/i;
  const kept = attributes.filter((attribute) => !dropped.test(attribute));
  return [pair, ...kept, `Path=${path}`].join("; ");
}

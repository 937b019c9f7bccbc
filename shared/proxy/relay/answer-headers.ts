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
  // Tokens of sessions aren't passed on: the caller has a key.
  "x-fm-data-access-token",
  "x-fm-access-token",
  // Replaced by ours.
  "referrer-policy",
  "x-content-type-options",
  // We decide which other origins can read a response.
  "access-control-allow-origin",
  "access-control-allow-credentials",
  "access-control-allow-headers",
  "access-control-allow-methods",
  "access-control-expose-headers",
  "access-control-max-age",
]);

/** Headers of a response, read in one pass. */
export interface AnswerHeaders {
  /** Alternating names and values to return, in their original order and case. Without Content-Length. */
  readonly returned: string[];
  readonly contentLength: number | undefined;
  /** Type of the body if URLs in it are rewritten: JSON, XML or multipart. */
  readonly addressedType: string | undefined;
}

const addressed = /[/+]json\b|[/+]xml\b|^multipart\//i;

/** Rules for rewriting response headers. */
interface HeaderRules {
  /** Rewrite the value of Location and the scope of cookies. Cookies with our names are dropped. */
  readonly rules: Pick<AddressRules, "cookieScope" | "location">;
  readonly prefix: string;
  /** True if caches must not store the response, even if the server allows it. */
  readonly noStore: boolean;
}

/**
 * Selects and rewrites a response's headers. Prevents referrers, because URLs can contain keys. Browsers must not render
 * container data as a page of this origin, because anyone could have uploaded it.
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

/** Headers whose value is a URL. OData names created records in two of them. */
const addresses = new Set(["location", "content-location", "odata-entityid"]);

/** Rewrites a Link header, whose URLs are in angle brackets. */
function links(value: string, located: (address: string) => string): string {
  return value.replace(/<([^<>]*)>/g, (_, address: string) => `<${located(address)}>`);
}

/** Returns the cookie limited to this host and path. Undefined if its name is one of ours. */
export function narrowedCookie(cookie: string, { path, overHttps }: CookieScope): string | undefined {
  const [pair = "", ...attributes] = cookie.split(";").map((part) => part.trim());
  if (ownCookie.test(pair.split("=")[0] ?? "")) return undefined;
  const dropped = overHttps ? /^(?:path|domain)\s*(?:=|$)/i : /^(?:(?:path|domain)\s*(?:=|$)|secure$)/i;
  const kept = attributes.filter((attribute) => !dropped.test(attribute));
  return [pair, ...kept, `Path=${path}`].join("; ");
}

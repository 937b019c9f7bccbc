import { createHash } from "node:crypto";
import type { Browser } from "#shared/contract/call.ts";
import { isLoopbackHost } from "#shared/contract/values/loopback.ts";
import type { HttpCall } from "#shared/ports/http-call.ts";
import type { CommonPlatform } from "../../platform.ts";
import { headerIn, headerValues } from "../headers.ts";

const name = "latchkey";

/** Seconds that a browser stays known after an account signed in from it. 30 days. */
const knownSeconds = 30 * 24 * 60 * 60;

type BrowserPlatform = Pick<CommonPlatform, "baseUrl" | "sessionLimits" | "ids">;

/** Browser of a call, and the cookies that the response sets. */
export interface BrowserOfCall extends Browser {
  /** Random ID of this browser among callers. A cookie set at each sign-in carries it. */
  readonly id: string;
  /** Set-Cookie values, if the browser's session changed. */
  readonly setCookies: readonly string[];
}

/**
 * Returns the browser of a call. Over https, cookies are bound to this host (`__Host-`) and Secure; over http on loopback, where browsers
 * reject those, they are neither.
 */
export function browserOf({ headers }: Pick<HttpCall, "headers">, platform: BrowserPlatform): BrowserOfCall {
  let origin: string | undefined;
  // Computed on demand: programs don't send the browser headers.
  const own = (): string => {
    origin ??= ownOrigin(headers, platform);
    return origin;
  };
  const isSecure = () => own().startsWith("https:");
  const cookie = () => (isSecure() ? `__Host-${name}` : name);
  const idCookie = () => `${cookie()}-browser`;
  const attributes = () => `Path=/; HttpOnly; SameSite=Strict${isSecure() ? "; Secure" : ""}`;
  let value: string | undefined;
  let setCookies: readonly string[] = [];
  const idValue = (): string => {
    value ??= cookieIn(headers, idCookie) ?? "";
    if (!/^[0-9a-f]{64}$/.test(value)) value = Buffer.from(platform.ids.bytes(32)).toString("hex");
    return value;
  };
  return {
    get session() {
      return cookieIn(headers, cookie);
    },
    get sender() {
      return senderOf(headers, own);
    },
    get id() {
      return createHash("sha256").update(idValue()).digest("hex").slice(0, 32);
    },
    keep(session) {
      const seconds = Math.floor(platform.sessionLimits.absoluteMs / 1000);
      setCookies = [
        `${cookie()}=${session}; ${attributes()}; Max-Age=${seconds}`,
        `${idCookie()}=${idValue()}; ${attributes()}; Max-Age=${knownSeconds}`,
      ];
    },
    forget() {
      setCookies = [`${cookie()}=; ${attributes()}; Max-Age=0`];
    },
    get setCookies() {
      return setCookies;
    },
  };
}

/**
 * Returns the origin that the browser sees. A call to a loopback name came directly; any other call came through `BASE_URL` or a TLS proxy.
 */
function ownOrigin(headers: readonly string[], { baseUrl }: BrowserPlatform): string {
  const base = new URL(baseUrl());
  if (base.protocol === "https:") return base.origin;
  const called = URL.parse(`http://${headerIn(headers, "host") ?? base.host}`) ?? base;
  return isLoopbackHost(called.hostname) ? called.origin : `https://${called.host}`;
}

function senderOf(headers: readonly string[], own: () => string): Browser["sender"] {
  const site = headerIn(headers, "sec-fetch-site");
  if (site !== undefined) return site === "same-origin" ? "own" : "foreign";
  const origin = headerIn(headers, "origin");
  if (origin === undefined) return "unsaid";
  return origin === own() ? "own" : "foreign";
}

/**
 * Returns the first cookie of a name; browsers send the most specific one first. One pass, because a header can hold thousands of cookies.
 */
function cookieIn(headers: readonly string[], wanted: () => string): string | undefined {
  const values = headerValues(headers, "cookie");
  if (values.length === 0) return undefined;
  const pattern = new RegExp(`(?:^|;)\\s*${wanted()}\\s*=([^;]*)`);
  for (const value of values) {
    const [, found] = pattern.exec(value) ?? [];
    if (found !== undefined) return found.trim();
  }
  return undefined;
}

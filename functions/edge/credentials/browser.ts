import type { Browser } from "#shared/contract/call.ts";
import { isLoopbackHost } from "#shared/contract/values/loopback.ts";
import type { HttpCall } from "#shared/ports/http-call.ts";
import type { CommonPlatform } from "../../platform.ts";
import { headerIn, headerValues } from "../headers.ts";

const name = "latchkey";

type BrowserPlatform = Pick<CommonPlatform, "baseUrl" | "sessionLimits">;

/** A call's browser, and the cookie that its answer sets. */
export interface BrowserOfCall extends Browser {
  /** The value of Set-Cookie, where the session that the browser keeps has changed. */
  readonly setCookie: string | undefined;
}

/**
 * The browser behind a call. Over https the cookie is bound to this very host (`__Host-`) and Secure; over http on loopback,
 * where browsers would not keep such a one, it is neither (S1).
 */
export function browserOf({ headers }: Pick<HttpCall, "headers">, platform: BrowserPlatform): BrowserOfCall {
  const origin = ownOrigin(headers, platform);
  const secure = origin.startsWith("https:");
  const cookie = secure ? `__Host-${name}` : name;
  const attributes = `Path=/; HttpOnly; SameSite=Strict${secure ? "; Secure" : ""}`;
  let setCookie: string | undefined;
  return {
    session: cookieIn(headers, cookie),
    sender: senderOf(headers, origin),
    keep(session) {
      const seconds = Math.floor(platform.sessionLimits.absoluteMs / 1000);
      setCookie = `${cookie}=${session}; ${attributes}; Max-Age=${seconds}`;
    },
    forget() {
      setCookie = `${cookie}=; ${attributes}; Max-Age=0`;
    },
    get setCookie() {
      return setCookie;
    },
  };
}

/**
 * Where a browser believes to be. A call that names this machine came to it directly; every other one came by the address
 * that `BASE_URL` says, or through a proxy that does TLS.
 */
function ownOrigin(headers: readonly string[], { baseUrl }: BrowserPlatform): string {
  const base = new URL(baseUrl());
  if (base.protocol === "https:") return base.origin;
  const called = URL.parse(`http://${headerIn(headers, "host") ?? base.host}`) ?? base;
  return isLoopbackHost(called.hostname) ? called.origin : `https://${called.host}`;
}

function senderOf(headers: readonly string[], ownOrigin: string): Browser["sender"] {
  const site = headerIn(headers, "sec-fetch-site");
  if (site !== undefined) return site === "same-origin" ? "own" : "foreign";
  const origin = headerIn(headers, "origin");
  if (origin === undefined) return "unsaid";
  return origin === ownOrigin ? "own" : "foreign";
}

/** The first cookie of a name, as a browser sends the one that is bound closest first. */
function cookieIn(headers: readonly string[], wanted: string): string | undefined {
  for (const pair of headerValues(headers, "cookie").flatMap((value) => value.split(";"))) {
    const [cookie = "", ...rest] = pair.split("=");
    if (cookie.trim() === wanted && rest.length > 0) return rest.join("=").trim();
  }
  return undefined;
}

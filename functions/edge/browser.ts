import type { APIGatewayProxyEvent } from "aws-lambda";
import type { Browser } from "../../shared/contract/call.ts";
import { provided } from "../wiring/foundation.ts";
import { headerOf } from "./input.ts";

const name = "latchkey";

/** A call's browser, and the cookie that its answer sets. */
export interface BrowserOfCall extends Browser {
  /** The value of Set-Cookie, where the session that the browser keeps has changed. */
  readonly setCookie: string | undefined;
}

/**
 * The browser behind a call. Over https the cookie is bound to this very host (`__Host-`) and Secure; over http on loopback,
 * where browsers would not keep such a one, it is neither (S1).
 */
export function browserOf(event: APIGatewayProxyEvent): BrowserOfCall {
  const origin = ownOrigin(event);
  const secure = origin.startsWith("https:");
  const cookie = secure ? `__Host-${name}` : name;
  const attributes = `Path=/; HttpOnly; SameSite=Strict${secure ? "; Secure" : ""}`;
  let setCookie: string | undefined;
  return {
    session: cookieIn(event, cookie),
    sender: senderOf(event, origin),
    keep(session) {
      const seconds = Math.floor(provided().sessionLimits.absoluteMs / 1000);
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
function ownOrigin(event: APIGatewayProxyEvent): string {
  const base = new URL(provided().baseUrl());
  if (base.protocol === "https:") return base.origin;
  const called = URL.parse(`http://${headerOf(event, "host") ?? base.host}`) ?? base;
  return isLoopback(called.hostname) ? called.origin : `https://${called.host}`;
}

function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}

function senderOf(event: APIGatewayProxyEvent, ownOrigin: string): Browser["sender"] {
  const site = headerOf(event, "sec-fetch-site");
  if (site !== undefined) return site === "same-origin" ? "own" : "foreign";
  const origin = headerOf(event, "origin");
  if (origin === undefined) return "unsaid";
  return origin === ownOrigin ? "own" : "foreign";
}

/** The first cookie of a name, as a browser sends the one that is bound closest first. */
function cookieIn(event: APIGatewayProxyEvent, wanted: string): string | undefined {
  for (const [header, values] of Object.entries(event.multiValueHeaders ?? {})) {
    if (header.toLowerCase() !== "cookie") continue;
    for (const pair of (values ?? []).flatMap((value) => value.split(";"))) {
      const [cookie = "", ...rest] = pair.split("=");
      if (cookie.trim() === wanted && rest.length > 0) return rest.join("=").trim();
    }
  }
  return undefined;
}

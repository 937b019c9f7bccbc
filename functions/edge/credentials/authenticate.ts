import { type Browser, type Caller, roleOf } from "#shared/contract/call.ts";
import { ServiceError } from "#shared/contract/errors.ts";
import { type Access, hasEffect } from "#shared/contract/operation.ts";
import { requireRole } from "#shared/contract/require-role.ts";
import { roleNeeded } from "#shared/contract/role-needed.ts";
import { hasKeyForm, looksLikeKey } from "#shared/contract/values/api-key.ts";
import { looksLikeSession } from "#shared/contract/values/session-value.ts";
import type { ManagementCredential } from "#shared/sessions/administrators.ts";
import { callers } from "../../wiring/filemaker.ts";
import type { Exchange } from "../exchange.ts";
import { headerIn, headerValues } from "../headers.ts";
import type { StepRequest } from "../in-order.ts";
import { dataKeyCaller } from "./data-key.ts";

/** Authenticates the caller if the operation requires it. */
export function authenticate() {
  return {
    before: ({ event: exchange }: Pick<StepRequest, "event">): Promise<void> | undefined => {
      const { access, answers } = exchange.route?.operation ?? {};
      // Relays and other operations that check credentials themselves don't wait here.
      const isForUsers = access === "own" && answers === "page";
      return access === "own" && !isForUsers ? undefined : identify(exchange, access, isForUsers);
    },
  };
}

async function identify(exchange: Exchange, access: Access | undefined, isPage: boolean): Promise<void> {
  if (access === "data-key") exchange.caller = await dataKeyCaller(exchange);
  if (isPage) exchange.caller = await userOnPage(exchange);
  if (!isForAdministrators(access)) return;
  // Without a credential, the file account in the body is required.
  if (access === "admin-or-file" && !bringsCredential(exchange)) return;
  const credential = managementCredential(exchange);
  if (credential.kind === "browser-session") refuseForeign(exchange);
  exchange.caller = await callers(exchange.platform).identify(credential, exchange.outcome.client);
  refuseRole(exchange);
}

/** Compares the caller's role with the role that the operation requires. The only place that does so. @throws ServiceError role_too_low */
function refuseRole({ caller, route }: Exchange): void {
  const needed = route && roleNeeded(route.operation);
  const role = roleOf(caller);
  // Callers without a role needed no management credential.
  if (needed !== undefined && role !== undefined) requireRole(role, needed);
}

function isForAdministrators(access: Access | undefined): boolean {
  return access === "admin" || access === "admin-or-file";
}

function bringsCredential({ call, query, browser }: Exchange): boolean {
  return headerIn(call.headers, "authorization") !== undefined || query.has("apiKey") || browser.session !== undefined;
}

/** Returns the user of the browser's session, or anyone. The page then asks to sign in. */
async function userOnPage({ browser, outcome, platform }: Exchange): Promise<Caller> {
  if (browser.session === undefined) return { kind: "anyone" };
  const credential = { kind: "browser-session", value: browser.session } as const;
  return callers(platform)
    .identify(credential, outcome.client)
    .catch((thrown: unknown) => {
      if (thrown instanceof ServiceError && thrown.error === "unauthenticated") return { kind: "anyone" };
      throw thrown;
    });
}

/** Returns the only credential of a management call. @throws ServiceError if there is none, several, or one in the URL */
function managementCredential({ call, query, browser }: Exchange): ManagementCredential {
  const sent = headerValues(call.headers, "authorization");
  const inQuery = query.getAll("apiKey");
  if (inQuery.some((value) => looksLikeKey(value, "admin"))) throw new ServiceError("admin_key_in_url");
  if (sent.length > 1) throw new ServiceError("credentials_repeated");
  const [, scheme = "", rest = ""] = /^(\S*)(.*)$/s.exec(sent[0] ?? "") ?? [];
  const value = rest.trim();
  if (scheme.toLowerCase() === "bearer" && value !== "") return bearer(value);
  if (scheme.toLowerCase() === "basic") return account(value);
  // Cookies are sent automatically; a credential that was sent on purpose comes first.
  if (sent.length === 0 && browser.session !== undefined) return { kind: "browser-session", value: browser.session };
  throw new ServiceError(
    inQuery.some((given) => looksLikeKey(given, "data")) ? "wrong_kind_of_key" : "unauthenticated",
  );
}

function bearer(value: string): ManagementCredential {
  if (looksLikeKey(value, "data")) throw new ServiceError("wrong_kind_of_key");
  if (looksLikeKey(value, "admin")) return { kind: "admin-key", value };
  return looksLikeSession(value) ? { kind: "command-line-session", value } : { kind: "token", token: value };
}

/**
 * Rejects cookies from pages of other origins. A browser that doesn't send the origin must send a header that no page can send to
 * another origin.
 */
function refuseForeign({ call, browser, route }: Exchange): void {
  const { sender }: Browser = browser;
  if (sender === "own" || route === undefined || !hasEffect(route.operation)) return;
  if (sender === "foreign" || headerIn(call.headers, "x-requested-with") === undefined)
    throw new ServiceError("cross_site_refused");
}

/** Parses Basic, which browsers and curl also send for `user:password@` in a URL. A key is never sent to FileMaker Server as an account. */
function account(value: string): ManagementCredential {
  const text = Buffer.from(value, "base64").toString("utf8");
  const colon = text.indexOf(":");
  if (colon < 1) throw new ServiceError("unauthenticated");
  const [user, pass] = [text.slice(0, colon), text.slice(colon + 1)];
  // A password can begin like a key; it is only a key if it has a key's whole form.
  for (const part of user === "apiKey" || hasKeyForm(pass) ? [user, pass] : [user]) {
    if (looksLikeKey(part, "admin")) throw new ServiceError("admin_key_in_url");
    if (looksLikeKey(part, "data")) throw new ServiceError("wrong_kind_of_key");
  }
  return { kind: "account", user, pass };
}

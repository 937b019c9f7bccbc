import type { ErrorName } from "#shared/contract/errors.ts";
import { looksLikeKey } from "#shared/contract/values/api-key.ts";
import { looksLikeSession } from "#shared/contract/values/session-value.ts";
import { addressGroup } from "#shared/http/address-group.ts";
import { apiKeysIn } from "#shared/proxy/path-rules.ts";
import { refusedCredentials } from "../../wiring/calls.ts";
import { originOf } from "../audited.ts";
import type { Exchange } from "../exchange.ts";
import { headerIn } from "../headers.ts";

/** Errors about credentials. */
const aboutCredentials: ReadonlySet<string> = new Set<ErrorName>([
  "unauthenticated",
  "admin_mcp_key_missing",
  "admin_key_in_url",
  "administrator_limited",
  "app_log_token_refused",
  "credentials_refused",
  "credentials_repeated",
  "cross_site_refused",
  "file_account_refused",
  "key_data_api_off",
  "key_disabled",
  "key_ended",
  "key_file_not_allowed",
  "key_files_refused",
  "key_network_refused",
  "key_odata_off",
  "key_unknown",
  "too_many_attempts",
  "wrong_kind_of_key",
]);

/** Counts a credential that we or FileMaker Server refused. Calls without a credential don't count. */
export function noteRefusedCredential(exchange: Exchange): void {
  const { isAudited, isRelay, outcome, platform } = exchange;
  if (isAudited || !isRefusal(exchange)) return;
  const kind = isRelay ? kindToRelay(exchange) : kindToUs(exchange);
  if (kind === undefined) return;
  const origin = originOf(exchange);
  refusedCredentials(platform).note({
    ...origin,
    actor: kind,
    action: isRelay ? "proxy" : actionOf(exchange),
    error: outcome.error ?? "refused_by_server",
    network: addressGroup(origin.address),
  });
}

function isRefusal({ isRelay, outcome: { status, error, isCredentialRefused } }: Exchange): boolean {
  return (isRelay && (status === 401 || isCredentialRefused)) || (error !== undefined && aboutCredentials.has(error));
}

function actionOf({ route }: Exchange): string {
  return route?.operation.access === "admin" ? "authenticate" : (route?.name ?? "");
}

/** Returns the kind of credential in a call to our own API. Never returns the name: it can be a password typed into the wrong field. */
function kindToUs({ call, query, browser, route, outcome }: Exchange): string | undefined {
  const authorization = headerIn(call.headers, "authorization");
  const access = route?.operation.access;
  if (authorization !== undefined) return kindOfHeader(authorization);
  if (access === "anyone" || access === "anywhere" || access === "own") return "account";
  if (query.has("apiKey")) return "key";
  if (browser.session !== undefined) return "session";
  // A body without an account gets a request for a credential; nothing was tried.
  return access === "admin-or-file" && outcome.error !== "unauthenticated" ? "account" : undefined;
}

function kindToRelay({ call, rawQuery }: Exchange): string | undefined {
  const authorization = headerIn(call.headers, "authorization");
  if (authorization !== undefined) return kindOfHeader(authorization);
  return apiKeysIn(rawQuery).length > 0 ? "key" : undefined;
}

function kindOfHeader(authorization: string): string {
  const [scheme = "", value = ""] = authorization.split(" ");
  if (scheme.toLowerCase() === "basic")
    return Buffer.from(value, "base64").toString("utf8").startsWith("apiKey:") ? "key" : "account";
  if (looksLikeKey(value, "admin") || looksLikeKey(value, "data")) return "key";
  return looksLikeSession(value) ? "session" : "token";
}

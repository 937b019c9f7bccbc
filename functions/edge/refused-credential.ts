import type { APIGatewayProxyEvent } from "aws-lambda";
import type { ErrorName, ServiceError } from "../../shared/contract/errors.ts";
import { looksLikeKey } from "../../shared/contract/key-value.ts";
import { looksLikeSession } from "../../shared/contract/session-value.ts";
import { apiKeysIn } from "../../shared/proxy/path-rules.ts";
import type { ProxyCall, ProxyOutcome } from "../../shared/proxy/proxy-call.ts";
import { addressGroup } from "../../shared/sessions/address-group.ts";
import { refusedCredentials } from "../wiring/audit.ts";
import { placeOf } from "./audited.ts";
import { headerOf } from "./input.ts";
import { rawHeader } from "./raw-header.ts";
import { served } from "./served.ts";

/** Refusals that are about a credential, wherever it came. */
const aboutCredentials: ReadonlySet<string> = new Set<ErrorName>([
  "unauthenticated",
  "admin_key_in_url",
  "administrator_limited",
  "credentials_refused",
  "credentials_repeated",
  "cross_site_refused",
  "file_account_refused",
  "key_file_not_allowed",
  "key_files_refused",
  "key_unknown",
  "too_many_attempts",
  "wrong_kind_of_key",
]);

/** Counts a refused credential of a management call. A call without any has tried nothing. */
export function noteRefusal(event: APIGatewayProxyEvent, failure: ServiceError): void {
  const state = served(event);
  if (state.isAudited || !aboutCredentials.has(failure.error)) return;
  const kind = kindOf(event);
  if (kind === undefined) return;
  const place = placeOf(event, state);
  refusedCredentials().note({
    ...place,
    actor: kind,
    action: state.operation?.access === "admin" ? "authenticate" : state.name,
    error: failure.error,
    network: addressGroup(place.address),
  });
}

/** Counts a refused credential of a proxied call, whether we refused it or FileMaker Server did. */
export function noteProxyRefusal({ headers, address, requestId, target }: ProxyCall, outcome: ProxyOutcome): void {
  if (!isRefusal(outcome)) return;
  const authorization = rawHeader(headers, "authorization");
  const kind = authorization === undefined ? kindInQuery(target) : kindOfHeader(authorization);
  if (kind === undefined) return;
  refusedCredentials().note({
    actor: kind,
    action: "proxy",
    address,
    userAgent: rawHeader(headers, "user-agent") ?? "",
    requestId,
    error: outcome.error ?? "refused_by_server",
    network: addressGroup(address),
  });
}

function isRefusal({ status, error, isCredentialRefused }: ProxyOutcome): boolean {
  return status === 401 || isCredentialRefused || (error !== undefined && aboutCredentials.has(error));
}

/** What kind of credential a call brought. Never who it says it is: a name may be a password, typed into the wrong field. */
function kindOf(event: APIGatewayProxyEvent): string | undefined {
  const { operation, browser, failure } = served(event);
  const authorization = headerOf(event, "authorization");
  if (authorization !== undefined) return kindOfHeader(authorization);
  if (operation?.access === "anyone" || operation?.access === "own") return "account";
  if (event.multiValueQueryStringParameters?.apiKey !== undefined) return "key";
  if (browser.session !== undefined) return "session";
  // Without any name in its body it is asked for a credential, and has tried none.
  const hasTried = operation?.access === "admin-or-file" && failure?.error !== "unauthenticated";
  return hasTried ? "account" : undefined;
}

function kindOfHeader(authorization: string): string {
  const [scheme = "", value = ""] = authorization.split(" ");
  if (scheme.toLowerCase() === "basic")
    return Buffer.from(value, "base64").toString("utf8").startsWith("apiKey:") ? "key" : "account";
  if (looksLikeKey(value, "admin") || looksLikeKey(value, "data")) return "key";
  return looksLikeSession(value) ? "session" : "token";
}

function kindInQuery(target: string): string | undefined {
  const mark = target.indexOf("?");
  return mark >= 0 && apiKeysIn(target.slice(mark)).length > 0 ? "key" : undefined;
}

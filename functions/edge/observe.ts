import type { Request } from "@middy/core";
import { rateLimitHeaders } from "#shared/contract/rate-limit.ts";
import { reasonOf } from "#shared/ports/background-tasks.ts";
import { refusedCredentials } from "../audit/wiring.ts";
import type { Answer } from "./answers/answer.ts";
import type { Exchange } from "./exchange.ts";
import { headerNames } from "./headers.ts";
import { maskedPath } from "./masked-path.ts";

type EdgeRequest = Pick<Request<Exchange, Answer | null>, "event" | "response">;

/** Says in every answer of ours which call it belongs to, and writes the call's one line from an allow-list of fields (G1): no query, no header, no body. */
export function observe() {
  return { after: finish, onError: finish };
}

function finish(request: EdgeRequest): void {
  const { event: exchange, response } = request;
  const { outcome, platform } = exchange;
  if (response) {
    outcome.status = response.status;
    request.response = { ...response, headers: { ...response.headers, ...ownHeaders(exchange) } };
  }
  if (!exchange.isRelay) refusedCredentials(platform).flush();
  writeLine(exchange);
}

/** What every answer of ours says of its call. */
function ownHeaders({ outcome, browser, requestId }: Exchange): Answer["headers"] {
  return {
    ...Object.fromEntries(rateLimitHeaders(outcome.client.limits)),
    ...(browser.setCookies.length > 0 && { "Set-Cookie": browser.setCookies }),
    "X-Request-Id": requestId,
  };
}

function writeLine(exchange: Exchange): void {
  const { log, clock } = exchange.platform;
  const { call, requestId, startedAt, outcome, failure, bodyBytes, isRelay } = exchange;
  const { status, error } = outcome;
  const line = {
    requestId,
    address: call.address,
    method: call.method,
    ...(isRelay ? relayFields(exchange) : ownFields(exchange)),
    status,
    ...(isRelay && { bytes: outcome.sentBytes }),
    durationMs: clock.now() - startedAt,
    error,
  };
  log.info(line);
  // Names tell much of a call. A key that was sent as one is masked like any other.
  log.debug(() => ({
    ...line,
    ...(!isRelay && { bytes: bodyBytes }),
    headers: headerNames(call.headers).join(" "),
    parameters: maskedPath([...new Set(exchange.query.keys())].join(" ")),
  }));
  if (status < 500 || (isRelay && error === undefined)) return;
  const reason = isRelay || failure?.cause === undefined ? undefined : reasonOf(failure.cause);
  log.error({ ...line, detail: outcome.detail ?? failure?.detail, reason });
}

function relayFields({ path, outcome }: Exchange) {
  return { path: maskedPath(path), key: outcome.keyId };
}

function ownFields({ call, path, route, caller }: Exchange) {
  return {
    path: maskedPath(`/${call.prefix}${path}`),
    operation: route?.name ?? "",
    caller: "keyId" in caller ? `${caller.kind} ${caller.keyId}` : caller.kind,
  };
}

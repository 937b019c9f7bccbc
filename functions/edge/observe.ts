import { rateLimitHeaders } from "#shared/contract/rate-limit.ts";
import type { KeyName } from "#shared/contract/values/key-name.ts";
import { reasonOf } from "#shared/ports/background-tasks.ts";
import { callTimes } from "#shared/proxy/api.ts";
import { refusedCredentials } from "../wiring/calls.ts";
import type { Answer } from "./answers/answer.ts";
import { isChange } from "./audited.ts";
import { countedCall } from "./counted.ts";
import type { Exchange } from "./exchange.ts";
import { headerIn, headerNames } from "./headers.ts";
import type { StepRequest } from "./in-order.ts";
import { maskedPath } from "./masked-path.ts";

/**
 * Adds the request ID to our responses, counts proxied calls, and logs one line per call from an allowlist of fields: no query, no
 * header, no body. Reads by the console go to the debug log only.
 */
export function observe() {
  return { after: finish, onError: finish };
}

function finish(request: Pick<StepRequest, "event" | "response">): void {
  const { event: exchange, response } = request;
  const { outcome, platform } = exchange;
  if (response) {
    outcome.status = response.status;
    request.response = { ...response, headers: { ...response.headers, ...ownHeaders(exchange) } };
  }
  if (!exchange.isRelay) refusedCredentials(platform).flush();
  const durationMs = platform.clock.monotonic() - exchange.arrivedAt;
  const counted = exchange.isRelay
    ? platform.counting.call(platform.clock.now(), countedCall(exchange, durationMs))
    : undefined;
  writeLine(exchange, Math.round(durationMs), counted);
}

/** Returns the headers that identify the call in each of our responses. */
function ownHeaders({ outcome, browser, requestId }: Exchange): Answer["headers"] {
  return {
    ...Object.fromEntries(rateLimitHeaders(outcome.client.limits)),
    ...(browser.setCookies.length > 0 && { "Set-Cookie": browser.setCookies }),
    "X-Request-Id": requestId,
  };
}

function writeLine(exchange: Exchange, durationMs: number, counted: string | undefined): void {
  const { log } = exchange.platform;
  const { call, requestId, outcome, failure, bodyBytes, isRelay, route, caller } = exchange;
  const { status, error } = outcome;
  const times = isRelay ? callTimes(outcome) : undefined;
  // The fields that administrators look for come first.
  const key = keyOf(exchange);
  const line = {
    status,
    error,
    code: isRelay ? shownCode(outcome.code) : undefined,
    key: key?.key,
    label: key?.label,
    path: maskedPath(isRelay || call.prefix === "" ? exchange.path : `/${call.prefix}${exchange.path}`),
    method: call.method,
    bytes: isRelay ? outcome.sentBytes : undefined,
    operation: isRelay ? undefined : (route?.name ?? ""),
    caller: isRelay ? undefined : caller.kind,
    account: "user" in caller ? caller.user : undefined,
    durationMs,
    waitMs: times && Math.round(times.waitMs),
    fileMakerMs: times && Math.round(times.fileMakerMs),
    address: call.address,
    requestId,
  };
  if (!isReadByConsole(exchange)) log.info(counted === undefined ? line : { ...line, counted });
  // Header names describe a call well. A key sent as a name is masked like any other.
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

/** Returns FileMaker's error number for the log. Anything else that a response has in its place isn't logged. */
function shownCode(code: string | undefined): string | undefined {
  return code !== undefined && /^-?\d{1,6}$/.test(code) ? code : undefined;
}

function keyOf({ caller, outcome }: Exchange): KeyName | undefined {
  return "name" in caller ? caller.name : outcome.key;
}

/**
 * True for reads by the console: an open console polls constantly, which would hide the calls of programs that use keys. Downloads are
 * excluded.
 */
function isReadByConsole({ call, caller, route, outcome: { status } }: Exchange): boolean {
  if (caller.kind !== "session" || status >= 400 || route === undefined) return false;
  if (isChange(route.operation) || route.operation.answers === "bytes") return false;
  return headerIn(call.headers, "authorization") === undefined;
}

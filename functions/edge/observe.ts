import { pathWithoutKeys } from "../../shared/contract/key-value.ts";
import { rateLimitHeaders } from "../../shared/contract/rate-limit.ts";
import { reasonOf } from "../../shared/ports/background.ts";
import { refusedCredentials } from "../wiring/audit.ts";
import { provided } from "../wiring/foundation.ts";
import { type EdgeRequest, served } from "./served.ts";

/** Gives a call its id, and writes its one line from an allow-list of fields (G1): no query, no header, no body. */
export function observe() {
  return {
    before: ({ event }: EdgeRequest) => {
      const { clock, ids } = provided();
      Object.assign(served(event), { startedAt: clock.now(), requestId: ids.uuid() });
    },
    after: finish,
    onError: finish,
  };
}

function finish({ event, response }: EdgeRequest): void {
  if (response === null || response === undefined) throw new Error("A call ended without an answer");
  const { log, clock } = provided();
  const { requestId, startedAt, name, caller, visitor, browser, failure } = served(event);
  response.headers = {
    ...response.headers,
    ...Object.fromEntries(rateLimitHeaders(visitor.limits)),
    ...(browser.setCookie !== undefined && { "Set-Cookie": browser.setCookie }),
    "X-Request-Id": requestId,
  };
  refusedCredentials().flush();
  const line = {
    requestId,
    address: visitor.address,
    method: event.httpMethod,
    path: pathWithoutKeys(event.path),
    operation: name,
    caller: "keyId" in caller ? `${caller.kind} ${caller.keyId}` : caller.kind,
    status: response.statusCode,
    durationMs: clock.now() - startedAt,
    error: failure?.error,
  } satisfies Record<string, unknown>;
  log.info(line);
  log.debug(() => ({
    ...line,
    headers: names(event.multiValueHeaders),
    parameters: pathWithoutKeys(names(event.multiValueQueryStringParameters)),
    bytes: event.body?.length ?? 0,
  }));
  if (response.statusCode < 500) return;
  log.error({
    ...line,
    detail: failure?.detail,
    reason: failure?.cause === undefined ? undefined : reasonOf(failure.cause),
  });
}

/** Names tell much of a call. A key that was sent as one is masked like any other. */
function names(values: Readonly<Record<string, unknown>> | null): string {
  return Object.keys(values ?? {}).join(" ");
}

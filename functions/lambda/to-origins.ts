import type { Handler } from "#shared/ports/http-call.ts";
import { type CrossOrigin, withCrossOrigin } from "../edge/cross-origin.ts";
import { headerIn } from "../edge/headers.ts";

/** Adds CORS headers and answers preflights. CloudFront answers those that reach it first, and these routes accept any method. */
export function toOrigins(handler: Handler, origins: CrossOrigin | undefined): Handler {
  if (origins === undefined) return handler;
  return async (call) => {
    const origin = headerIn(call.headers, "origin");
    const requestedMethod = headerIn(call.headers, "access-control-request-method");
    const preflight = origins.preflight({ method: call.method, origin, requestedMethod });
    const answer = withCrossOrigin(call.answer, preflight === undefined ? origins.headers(origin) : {});
    if (preflight === undefined) return handler({ ...call, answer });
    call.body.resume();
    answer.writeHead(204, Object.entries(preflight).flat());
    answer.end();
  };
}

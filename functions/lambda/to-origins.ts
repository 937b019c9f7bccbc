import type { CrossOrigin } from "../edge/cross-origin.ts";
import { withCrossOrigin } from "../edge/cross-origin.ts";
import { headerOf } from "../edge/input.ts";
import { rawHeader } from "../edge/raw-header.ts";
import type { Handler } from "../edge/serve.ts";
import type { StreamHandler } from "../edge/stream.ts";

/** A handler of our own API that says what pages of its caller's origin may do. Who asks for leave is answered by CloudFront. */
export function eventsToOrigins(handler: Handler, origins: CrossOrigin | undefined): Handler {
  if (origins === undefined) return handler;
  return async (event, context) => {
    const answer = await handler(event, context);
    return { ...answer, headers: { ...answer.headers, ...origins.headers(headerOf(event, "origin")) } };
  };
}

/** A streaming handler that does. Who asks for leave past CloudFront is answered here: these routes take any method. */
export function streamsToOrigins(handler: StreamHandler, origins: CrossOrigin | undefined): StreamHandler {
  if (origins === undefined) return handler;
  return async (call) => {
    const origin = rawHeader(call.headers, "origin");
    const requestedMethod = rawHeader(call.headers, "access-control-request-method");
    const leave = origins.preflight({ method: call.method, origin, requestedMethod });
    const answer = withCrossOrigin(call.answer, leave === undefined ? origins.headers(origin) : {});
    if (leave === undefined) return handler({ ...call, answer });
    call.body.resume();
    answer.writeHead(204, Object.entries(leave).flat());
    answer.end();
  };
}

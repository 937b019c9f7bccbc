import type { CalloutCall, Callouts } from "#shared/ports/callouts.ts";

/** Maximum size of a response, which is a page of groups or certificates. */
const largestBytes = 1_000_000;
const timeoutMs = 10_000;

/**
 * Routes the calls of a library through the single egress client, which decides on allowed targets. Proxies in the environment are
 * ignored.
 */
export function fetchByCallouts({ call }: Pick<Callouts, "call">): typeof fetch {
  return async (input, init = {}) => {
    const { status, contentType, header, body } = await call({
      url: new URL(input instanceof Request ? input.url : input),
      method: (init.method ?? "GET") as CalloutCall["method"],
      headers: Object.fromEntries(new Headers(init.headers)),
      ...(init.body && { body: String(init.body) }),
      timeoutMs,
      largestBytes,
    });
    const headers = { "Content-Type": contentType, "Cache-Control": header("cache-control") ?? "" };
    return new Response(body.length === 0 ? null : Uint8Array.from(body), { status, headers });
  };
}

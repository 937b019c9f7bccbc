import type { CalloutCall, Callouts } from "#shared/ports/callouts.ts";

/** What one answer holds at most: a page of groups, or certificates. */
const largestBytes = 1_000_000;
const timeoutMs = 10_000;

/** The calls of a library by the one egress client (O1): what it may reach is decided there, and no proxy of the environment is asked. */
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

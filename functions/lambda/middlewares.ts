import type { BackgroundTasks } from "#shared/ports/background-tasks.ts";
import type { Stopwatch } from "#shared/ports/clock.ts";
import type { HttpCall } from "#shared/ports/http-call.ts";
import { type CrossOrigin, withCrossOrigin } from "../edge/cross-origin.ts";
import { headerIn } from "../edge/headers.ts";

/** Adds CORS headers and answers preflights. CloudFront answers those that reach it first, and these routes accept any method. */
export function forOrigins(origins: CrossOrigin) {
  return {
    before(request: { event: HttpCall }): null | undefined {
      const call = request.event;
      const origin = headerIn(call.headers, "origin");
      const requestedMethod = headerIn(call.headers, "access-control-request-method");
      const preflight = origins.preflight({ method: call.method, origin, requestedMethod });
      const answer = withCrossOrigin(call.answer, preflight === undefined ? origins.headers(origin) : {});
      request.event = { ...call, answer };
      if (preflight === undefined) return undefined;
      call.body.resume();
      answer.writeHead(204, Object.entries(preflight).flat());
      answer.end();
      return null;
    },
  };
}

/** Maximum wait in milliseconds for background tasks after a response. Keeps callers from waiting for an unavailable store. */
const settleMs = 3_000;

/**
 * Waits for background tasks after the response, because the instance is frozen then. Longer tasks continue during the next call, unless
 * `isAwaited` returns true: their caller already has the response.
 */
export function settled(
  { background, clock }: { readonly background: BackgroundTasks; readonly clock: Pick<Stopwatch, "sleep"> },
  isAwaited: () => boolean,
) {
  const settle = async (): Promise<void> => {
    if (isAwaited()) return background.settle();
    const done = new AbortController();
    const late = clock.sleep(settleMs, done.signal).catch((thrown: unknown) => {
      if (!done.signal.aborted) throw thrown;
    });
    await Promise.race([background.settle(), late]);
    done.abort();
  };
  return { after: settle, onError: settle };
}

import type { Clock } from "#shared/ports/clock.ts";
import {
  type Outbound,
  OutboundError,
  type OutboundRequest,
  type Relay,
  type RelayHandler,
  type RelayRequest,
} from "#shared/ports/outbound.ts";
import { type CircuitBreaker, circuitBreaker } from "./circuit-breaker.ts";
import { isFault } from "./fault-status.ts";
import { type HangWatch, hangWatch } from "./hang-watch.ts";
import { WatchedCall } from "./watched-call.ts";

const probeMs = 10_000;

/** Paths that FileMaker Server answers immediately: `productInfo`, and a refusal of the Admin API. */
export const probePaths = {
  dataApi: "/fmi/data/vLatest/productInfo",
  adminApi: "/fmi/admin/api/v2/server/status",
} as const;

interface Guard {
  /** Hanging calls can occupy all connections of the server's pool, so probes have their own. */
  readonly probe: Outbound;
  /** Path that the server answers immediately. */
  readonly probePath: string;
  readonly clock: Clock;
}

/** Refuses calls to a failing server for a while, with one breaker for each of its APIs, and gives up calls to a hanging one. */
export function guardedOutbound(outbound: Outbound, { probe, probePath, clock }: Guard): Outbound {
  const breakers = apis.map((prefix) => ({ prefix, breaker: circuitBreaker(clock) }));
  const otherBreaker = circuitBreaker(clock);
  const watch: HangWatch = hangWatch(clock, hangs);

  function breakerOf(path: string): CircuitBreaker {
    for (const { prefix, breaker } of breakers) if (path.startsWith(prefix)) return breaker;
    return otherBreaker;
  }

  async function hangs(): Promise<boolean> {
    const asked = probe.request({ method: "GET", path: probePath, timeoutMs: probeMs }).then(
      () => false,
      // A connection that is refused or breaks ends its calls anyway.
      (thrown: unknown) => thrown instanceof OutboundError && thrown.reason === "timeout",
    );
    return Promise.race([asked, clock.sleep(probeMs).then(() => true)]);
  }

  return {
    origin: outbound.origin,

    async request(request: OutboundRequest) {
      if (request.isProbe === true) return outbound.request(request);
      const breaker = breakerOf(request.path);
      if (!breaker.admits()) throw halted();
      try {
        const response = await outbound.request(request);
        breaker.record(isFault(response.status, response.headers["content-type"]));
        return response;
      } catch (thrown) {
        if (thrown instanceof OutboundError && thrown.reason !== "aborted") breaker.record(true);
        throw thrown;
      }
    },

    relay(request: RelayRequest, handler: RelayHandler): Relay {
      const breaker = breakerOf(request.path);
      if (breaker.admits()) return new WatchedCall(handler, breaker, watch).start(outbound, request);
      queueMicrotask(() => handler.fail(halted()));
      return noRelay;
    },

    async close() {
      watch.stop();
      await Promise.all([outbound.close(), probe.close()]);
    },
  };
}

/** The APIs run independently: one can fail while the others respond. */
const apis = ["/fmi/data/", "/fmi/odata/", "/fmi/admin/"] as const;

const noRelay: Relay = { pause() {}, resume() {}, abort() {} };

function halted(): OutboundError {
  return new OutboundError("halted", true);
}

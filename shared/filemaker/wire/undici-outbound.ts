import { isIP } from "node:net";
import { createSecureContext } from "node:tls";
import type {
  Outbound,
  OutboundRequest,
  OutboundResponse,
  Relay,
  RelayHandler,
  RelayRequest,
} from "#shared/ports/outbound.ts";
import { callTimeouts } from "./call-timeouts.ts";
import { CollectedAnswer } from "./collected-answer.ts";
import { headerNames } from "./header-names.ts";
import { buildConnector, Pool } from "./undici.ts";
import { type CallRequest, type PoolState, UpstreamRequest } from "./upstream-request.ts";

export interface OutboundOptions {
  /** Scheme, host and port of the server. */
  readonly origin: string;
  /** PEM certificates to trust in place of the usual ones. */
  readonly ca?: string | readonly string[];
  /** The name that the server's certificate must carry, where it is not the origin's host. */
  readonly servername?: string;
  /** Most connections at once; further calls wait for a free one. */
  readonly connections?: number;
  readonly connectTimeoutMs?: number;
  readonly keepAliveMs?: number;
  /** A collected answer above this is refused; relayed answers have no limit. */
  readonly largestAnswerBytes?: number;
}

/** Calls to one server over undici's pool: one call per connection at a time, nothing collected that is relayed. */
export function undiciOutbound(options: OutboundOptions): Outbound {
  const { largestAnswerBytes = 64 * 1024 * 1024 } = options;
  const { origin, protocol, hostname } = new URL(options.origin);
  const servername = options.servername ?? hostname;
  if (protocol !== "http:" && protocol !== "https:") throw new TypeError("An origin is http or https");

  const poolState: { -readonly [Field in keyof PoolState]: PoolState[Field] } = {
    breaking: false,
    timeouts: callTimeouts(),
    servername,
    names: headerNames(),
  };
  const pool = new Pool(origin, {
    connect: connector(options, servername, poolState),
    connections: options.connections ?? 256,
    pipelining: 1,
    allowH2: false,
    keepAliveTimeout: options.keepAliveMs ?? 4_000,
    // A server's own hint does not raise it: a frozen process wakes up with dead connections.
    keepAliveMaxTimeout: options.keepAliveMs ?? 4_000,
  });
  let closed: Promise<void> | undefined;

  return {
    origin,
    relay(request: RelayRequest, handler: RelayHandler): Relay {
      // Zero is no limit.
      const headersTimeoutMs = Math.max(1, request.headersTimeoutMs);
      const bodyTimeoutMs = Math.max(1, request.bodyTimeoutMs);
      return new UpstreamRequest(poolState, handler, request, headersTimeoutMs, bodyTimeoutMs).dispatch(pool);
    },
    request(request: OutboundRequest): Promise<OutboundResponse> {
      const answer = new CollectedAnswer(request.timeoutMs, largestAnswerBytes);
      // The answer has one deadline for everything, and that is its own.
      answer.follow(new UpstreamRequest(poolState, answer, relayed(request), 0, 0).dispatch(pool), request.signal);
      return answer.promise;
    },
    close() {
      // undici refuses a second close, and here it is no mistake.
      closed ??= pool.close();
      return closed;
    },
  };
}

function connector(
  options: OutboundOptions,
  servername: string,
  poolState: { breaking: boolean },
): buildConnector.connector {
  const { ca } = options;
  const connect = buildConnector({
    allowH2: false,
    timeout: options.connectTimeoutMs ?? 3_000,
    // Read once for all connections: with the usual ones among them, that takes 8 ms and a megabyte.
    ...(ca !== undefined && { secureContext: createSecureContext({ ca: typeof ca === "string" ? ca : [...ca] }) }),
  });
  return ({ servername: _givenWithEveryCall, ...target }, callback) =>
    // An address is no server name in TLS; the certificate is then checked against the address itself.
    connect(isAddress(servername) ? target : { ...target, servername }, (...outcome) => {
      // Registered before undici's own listener, which ends an answer of unknown length as if it were whole.
      outcome[1]?.on("error", () => {
        poolState.breaking = true;
        queueMicrotask(() => {
          poolState.breaking = false;
        });
      });
      callback(...outcome);
    });
}

function isAddress(hostname: string): boolean {
  return isIP(hostname) !== 0 || hostname.startsWith("[");
}

function relayed(request: OutboundRequest): CallRequest {
  return {
    method: request.method,
    path: request.path,
    headers: Object.entries(request.headers ?? {}).flat(),
    ...(request.body === undefined ? {} : { body: Buffer.from(request.body) }),
  };
}

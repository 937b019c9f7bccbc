import { isIP } from "node:net";
import { createSecureContext, TLSSocket } from "node:tls";
import { otherThanPinned, RefusedCertificate } from "#shared/ports/certificate-probe.ts";
import type {
  Outbound,
  OutboundRequest,
  OutboundResponse,
  Relay,
  RelayHandler,
  RelayRequest,
} from "#shared/ports/outbound.ts";
import { withCertificate } from "../certificate-refusal.ts";
import { callTimeouts } from "./call-timeouts.ts";
import { certificateOf, certificateProbe } from "./certificate-probe.ts";
import { CollectedAnswer } from "./collected-answer.ts";
import { headerNames } from "./header-names.ts";
import { buildConnector, Pool } from "./undici.ts";
import { type CallRequest, type PoolState, UpstreamRequest } from "./upstream-request.ts";

export interface OutboundOptions {
  /** Scheme, host and port of the server. */
  readonly origin: string;
  /** PEM certificates to trust instead of the default ones. */
  readonly ca?: string | readonly string[];
  /** SHA-256 fingerprint of the only certificate to accept, whatever its authority, name and expiry. */
  readonly pin?: string;
  /** Time in milliseconds since the epoch, for the description of refused certificates. */
  readonly now?: () => number;
  /** Name that the server's certificate must have, if it isn't the origin's host. */
  readonly servername?: string;
  /** Maximum number of connections; further calls wait for a free one. */
  readonly connections?: number;
  readonly connectTimeoutMs?: number;
  readonly keepAliveMs?: number;
  /** Maximum size of a collected response. Relayed responses have no limit. Bytes. */
  readonly largestAnswerBytes?: number;
}

/** Calls one server over undici's pool: one call per connection at a time. Relayed responses aren't collected. */
export function undiciOutbound(options: OutboundOptions): Outbound {
  const { largestAnswerBytes = 64 * 1024 * 1024 } = options;
  const { origin, protocol, hostname } = new URL(options.origin);
  const servername = options.servername ?? hostname;
  if (protocol !== "http:" && protocol !== "https:") throw new TypeError("An origin must begin with http: or https:");

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
    // A server's own hint doesn't raise it: a frozen process would wake up with dead connections.
    keepAliveMaxTimeout: options.keepAliveMs ?? 4_000,
  });
  let closed: Promise<void> | undefined;

  return {
    origin,
    relay(request: RelayRequest, handler: RelayHandler): Relay {
      // Zero means no limit.
      const headersTimeoutMs = Math.max(1, request.headersTimeoutMs);
      const bodyTimeoutMs = Math.max(1, request.bodyTimeoutMs);
      return new UpstreamRequest(poolState, handler, request, headersTimeoutMs, bodyTimeoutMs).dispatch(pool);
    },
    request(request: OutboundRequest): Promise<OutboundResponse> {
      const answer = new CollectedAnswer(request.timeoutMs, largestAnswerBytes);
      // The response has a single deadline of its own.
      answer.follow(new UpstreamRequest(poolState, answer, relayed(request), 0, 0).dispatch(pool), request.signal);
      return answer.promise;
    },
    close() {
      // undici rejects a second close, which is valid here.
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
  const { ca, pin, now } = options;
  const connect = buildConnector({
    allowH2: false,
    timeout: options.connectTimeoutMs ?? 3_000,
    // Loaded once for all connections: including the default certificates, it takes 8 ms and a megabyte.
    ...(ca !== undefined && { secureContext: createSecureContext({ ca: typeof ca === "string" ? ca : [...ca] }) }),
    // Our own check replaces Node's, and is made for each connection.
    ...(pin !== undefined && { rejectUnauthorized: false, maxCachedSessions: 0 }),
  });
  const probed = { origin: options.origin, servername, ca: typeof ca === "string" ? [ca] : ca, now };
  return ({ servername: _givenWithEveryCall, ...target }, callback) =>
    // An IP address isn't a TLS server name; the certificate is then checked against the address itself.
    connect(isAddress(servername) ? target : { ...target, servername }, (...outcome) => {
      const [error, socket] = outcome;
      if (error !== null) {
        void withCertificate(error, certificateProbe(probed)).then((described) => callback(described, null));
        return;
      }
      if (pin !== undefined && socket instanceof TLSSocket) {
        const seen = certificateOf(socket, servername, { pin, now });
        if (seen.pin !== "matches") {
          socket.destroy();
          callback(new RefusedCertificate(seen, otherThanPinned), null);
          return;
        }
      }
      // Registered before undici's own listener, which ends a response of unknown length as if it were complete.
      socket.on("error", () => {
        poolState.breaking = true;
        queueMicrotask(() => {
          poolState.breaking = false;
        });
      });
      callback(null, socket);
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

import type { IncomingMessage } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { type ErrorName, ServiceError } from "#shared/contract/errors.ts";
import { createServer as createHttpServer } from "#shared/node/node-http.ts";
import type { Handler } from "#shared/ports/http-call.ts";
import { checkedTarget } from "#shared/proxy/path-rules.ts";
import { asServiceError } from "../../functions/edge/answers/envelope.ts";
import { type CrossOrigin, withCrossOrigin } from "../../functions/edge/cross-origin.ts";
import type { AgentLinkServer } from "../transfers/agent-link-server.ts";
import { watchAnswers } from "./answer-watch.ts";
import { refuseBroken } from "./broken-requests.ts";
import { type ClientAddress, type ClientAddresses, isFromThisMachine } from "./client-address.ts";
import { ClientAnswer, type ClientServer } from "./client-answer.ts";
import { closeServer, openConnections } from "./closing.ts";
import { isLoopback, limitConnections } from "./connection-limits.ts";
import type { GatewayLimits } from "./gateway-limits.ts";
import { type GatewayRefusal, refuseAtGateway } from "./gateway-refusal.ts";
import { onlyByTls } from "./only-by-tls.ts";
import { refusedRequest } from "./request-rules.ts";
import type { RouteEntry } from "./route-table.ts";
import { behindPrefix, type Match, type Router } from "./router.ts";
import { uploadWatch } from "./upload-watch.ts";

export interface GatewayOptions {
  readonly router: Router;
  /** Handlers by the name of their function. */
  readonly handlers: ReadonlyMap<string, Handler>;
  readonly clients: ClientAddresses;
  readonly limits: GatewayLimits;
  /** Origins whose pages can call; undefined if none can. */
  readonly crossOrigin: CrossOrigin | undefined;
  readonly tls: { readonly cert: Buffer; readonly key: Buffer } | undefined;
  /** Handles requests that become agent links. */
  readonly agentLinkServer: Pick<AgentLinkServer, "accepts" | "upgrade">;
  /** Returns an ID for each call, unique across processes. */
  readonly requestId: () => string;
  /** Returns the address of FileMaker's APIs, for clients that look for them at the root. */
  readonly fmiAddress: () => string;
  /** Route of paths that only a browser asks for, such as bookmarks of pages that don't exist. */
  readonly pageRoute?: RouteEntry;
  /** Receives the host of each routed call. */
  readonly onHost?: ((host: string | undefined) => void) | undefined;
  /** Receives calls that end in the gateway, for the log. */
  readonly onRefusal: (refusal: GatewayRefusal) => void;
}

/** Headers of a preflight response; undefined for other calls. */
type Preflight = ReturnType<CrossOrigin["preflight"]>;

/** Paths below a prefix that programs call: their errors are never pages. */
const ofPrograms = /^\/[^/]+\/(?:api|fmi)(?:\/|$)/;

/** HTTP server that replaces API Gateway on one machine and runs the same handlers. */
export interface Gateway {
  /** Returns the port. */
  listen(port: number, host: string): Promise<number>;
  /** Stops accepting connections, lets calls finish for `graceMs` milliseconds, then closes the rest. */
  close(graceMs: number): Promise<void>;
}

export function gateway(options: GatewayOptions): Gateway {
  const {
    router,
    handlers,
    clients,
    limits,
    tls,
    crossOrigin,
    agentLinkServer: linkDoor,
    requestId,
    onRefusal,
  } = options;
  let closing = false;

  const dispatch = (
    { route, prefix }: Match,
    request: IncomingMessage,
    answer: ClientAnswer,
    client: ClientAddress,
  ) => {
    const call = {
      requestId: requestId(),
      method: request.method as string,
      target: behindPrefix(request.url as string, prefix),
      headers: request.rawHeaders,
      body: request,
      answer,
      address: client.address,
      fromTrustedProxy: client.fromTrustedProxy,
      isFromThisMachine: () => isFromThisMachine(request),
      prefix,
    };
    return (handlers.get(route.function) as Handler)(call);
  };

  const serve = (
    request: IncomingMessage,
    answer: ClientAnswer,
    client: ClientAddress,
    { expectsContinue, preflight }: { readonly expectsContinue: boolean; readonly preflight: Preflight },
  ): Promise<void> => {
    const refused = refusedRequest(request, limits.headers);
    if (refused !== undefined) {
      // A server in front may see the end of the request elsewhere, so nothing after it can be trusted as a call.
      answer.shouldKeepAlive = false;
      throw new ServiceError(refused);
    }
    if (preflight !== undefined) {
      answer.writeHead(204, preflight).end();
      return Promise.resolve();
    }
    const url = request.url as string;
    const mark = url.indexOf("?");
    const path = mark < 0 ? url : url.slice(0, mark);
    const match = router.find(request.method as string, path);
    if (match === undefined) {
      // Functions check their paths themselves, on every platform.
      checkedTarget(url);
      if (path.startsWith("/fmi/")) throw new ServiceError("fmi_not_at_root", { text: options.fmiAddress() });
      const methods = router.methods(path);
      const isPage = methods.length === 0 && asksForPage(request) && !ofPrograms.test(path);
      const prefix = isPage ? router.prefixOf(path) : undefined;
      if (prefix === undefined || options.pageRoute === undefined) throw unrouted(answer, methods);
      return dispatch({ route: options.pageRoute, prefix }, request, answer, client);
    }
    if (expectsContinue) answer.writeContinue();
    options.onHost?.(request.headers.host);
    return dispatch(match, request, answer, client);
  };

  const onRequest = (request: IncomingMessage, answer: ClientAnswer, expectsContinue = false): void => {
    limited.keepDuring(request, answer);
    if (closing) answer.shouldKeepAlive = false;
    const client = clients.of(request);
    if (tls !== undefined) onlyByTls(answer);
    const preflight = crossOrigin?.preflight(preflightCall(request));
    if (crossOrigin !== undefined && preflight === undefined)
      withCrossOrigin(answer, crossOrigin.headers(request.headers.origin));
    uploadWatch(request, answer, limits);
    const refuse = (thrown: unknown): void => {
      const error = asServiceError(thrown);
      const refusal = refuseAtGateway(request, answer, error, requestId());
      if (refusal !== undefined) onRefusal({ ...refusal, address: client.address });
    };
    const asked = { expectsContinue, preflight };
    // Only pipelined requests have to wait for their turn.
    if (answer.socket === null) {
      answer
        .turn()
        .then(() => serve(request, answer, client, asked))
        .catch(refuse);
      return;
    }
    try {
      serve(request, answer, client, asked).then(undefined, refuse);
    } catch (thrown) {
      refuse(thrown);
    }
  };

  const settings = {
    ...serverOptions(limits),
    ServerResponse: ClientAnswer,
    // Requests for other protocols or paths are answered in HTTP.
    shouldUpgradeCallback: (request: IncomingMessage) => linkDoor.accepts(request),
  };
  const server: ClientServer = tls
    ? createHttpsServer({ ...tls, ...settings, handshakeTimeout: limits.headersMs })
    : createHttpServer(settings);
  server.on("request", (request, answer) => onRequest(request, answer));
  server.on("upgrade", (request, socket, head) => {
    const { address, fromTrustedProxy } = clients.of(request);
    // A connection to be upgraded belongs to one client: a proxy sends nothing else over it.
    if (!limited.keepUpgraded(socket, fromTrustedProxy ? address : undefined)) return;
    linkDoor.upgrade(request, socket, head, address);
  });
  server.on("checkContinue", (request, answer) => onRequest(request, answer, true));
  server.on("checkExpectation", (request, answer) => onRequest(request, answer));
  server.maxHeadersCount = 0; // Node would silently drop headers above the limit; refusedRequest rejects the request instead.
  const limited = limitConnections(server, {
    ...limits,
    isExempt: (address) => isLoopback(address) || clients.isTrusted(address),
  });
  refuseBroken(server, limits.lingerMs);
  const connections = openConnections(server);
  const answers = watchAnswers(connections, limits.answerIdleMs);

  return {
    listen: (port, host) =>
      new Promise((resolve, reject) => {
        server.once("error", reject);
        server.listen(port, host, () => {
          server.off("error", reject);
          resolve((server.address() as AddressInfo).port);
        });
      }),

    close(graceMs) {
      closing = true;
      answers.stop();
      return closeServer(server, connections, graceMs);
    },
  };
}

function serverOptions({ headerBytes, headersMs, keepAliveMs }: GatewayLimits) {
  return {
    maxHeaderSize: headerBytes,
    headersTimeout: headersMs,
    // Uploads through the proxy can take any time while they keep arriving; upload-watch and the pipeline monitor bodies.
    requestTimeout: 0,
    keepAliveTimeout: keepAliveMs,
    connectionsCheckingInterval: Math.min(1_000, headersMs),
    // refusedRequest checks it, and answers in JSON.
    requireHostHeader: false,
    // A request without a body comes with a stream that has already ended: most calls are like that, and stream events are a large part of
    // a call's cost.
    optimizeEmptyRequests: true,
  };
}

function preflightCall({ method, headers }: IncomingMessage) {
  return { method, origin: headers.origin, requestedMethod: headers["access-control-request-method"] };
}

/** True for a person who opens an address in a browser. Programs ask for other types. */
function asksForPage({ method, headers }: IncomingMessage): boolean {
  return (method === "GET" || method === "HEAD") && /\btext\/html\b/i.test(headers.accept ?? "");
}

function unrouted(answer: ClientAnswer, methods: readonly string[]): ServiceError {
  if (methods.length > 0) answer.setHeader("Allow", methods.join(", "));
  return new ServiceError((methods.length > 0 ? "method_not_allowed" : "route_not_found") satisfies ErrorName);
}

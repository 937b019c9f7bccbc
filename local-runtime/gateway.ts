import { createServer as createHttpServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import type { AddressInfo, Socket } from "node:net";
import { errorAnswer } from "../functions/edge/envelope.ts";
import type { Handler } from "../functions/edge/serve.ts";
import type { StreamHandler } from "../functions/edge/stream.ts";
import { type ErrorName, ServiceError } from "../shared/contract/errors.ts";
import type { AnswerStream } from "../shared/proxy/proxy-call.ts";
import { refuse } from "../shared/proxy/refusal.ts";
import { refuseBroken } from "./broken-requests.ts";
import type { ClientAddresses } from "./client-address.ts";
import { limitConnections } from "./connection-limits.ts";
import { proxyEvent } from "./event.ts";
import { refusedRequest } from "./request-rules.ts";
import type { Router } from "./router.ts";
import { uploadWatch } from "./upload-watch.ts";

/** Times in milliseconds, sizes in bytes (R4.6). */
const limits = {
  headerBytes: 16 * 1024,
  headersMs: 10_000,
  ownRequestMs: 30_000,
  uploadIdleMs: 60_000,
  keepAliveMs: 65_000,
  /** As much as API Gateway hands to a function. */
  ownBodyBytes: 10 * 1024 * 1024,
} as const;

export interface GatewayOptions {
  readonly router: Router;
  /** Handlers by the name of their function. */
  readonly handlers: ReadonlyMap<string, Handler | StreamHandler>;
  readonly clients: ClientAddresses;
  readonly tls: { readonly cert: Buffer; readonly key: Buffer } | undefined;
  /** A name for each call, unique in this process's life and beyond. */
  readonly requestId: () => string;
}

/** API Gateway's place on one machine: HTTP in, the same handlers behind it. */
export interface Gateway {
  /** Answers the port. */
  listen(port: number, host: string): Promise<number>;
  /** Accepts nothing new, lets calls finish for `graceMs`, then cuts what is left. */
  close(graceMs: number): Promise<void>;
}

export function gateway(options: GatewayOptions): Gateway {
  const { router, handlers, clients, tls, requestId } = options;
  let closing = false;

  const onRequest = (request: IncomingMessage, response: ServerResponse): void => {
    if (closing) response.setHeader("Connection", "close");
    const refused = refusedRequest(request);
    if (refused !== undefined) {
      refuseOwn(request, response, new ServiceError(refused));
      return;
    }
    const url = request.url as string;
    const mark = url.indexOf("?");
    const path = mark < 0 ? url : url.slice(0, mark);
    const match = router.find(request.method as string, path);
    if (match === undefined) {
      refuseUnrouted(request, response, router.methods(path));
      return;
    }
    const client = clients.of(request);
    if (match.route.streams) {
      uploadWatch(request, limits.uploadIdleMs);
      const call = {
        requestId: requestId(),
        method: request.method as string,
        target: url.slice(match.prefix.length + 1),
        headers: request.rawHeaders,
        body: request,
        answer: response as unknown as AnswerStream,
        address: client.address,
        fromTrustedProxy: client.fromTrustedProxy,
        prefix: match.prefix,
      };
      void (handlers.get(match.route.function) as StreamHandler)(call);
      return;
    }
    const handler = handlers.get(match.route.function) as Handler;
    const resource = `/${match.prefix}${match.route.template}`;
    buffered(handler, request, response, resource, client.address).catch((thrown: unknown) => {
      refuseOwn(
        request,
        response,
        thrown instanceof ServiceError ? thrown : new ServiceError("internal", { cause: thrown }),
      );
    });
  };

  const server: Server = tls
    ? createHttpsServer({ ...tls, ...serverOptions }, onRequest)
    : createHttpServer(serverOptions, onRequest);
  server.maxHeadersCount = 0; // Node would drop what is beyond; refusedRequest refuses instead.
  limitConnections(server, clients.isTrusted);
  refuseBroken(server);
  server.on("dropRequest", (_request, socket: Socket) => socket.destroy());

  return {
    listen: (port, host) =>
      new Promise((resolve, reject) => {
        server.once("error", reject);
        server.listen(port, host, () => {
          server.off("error", reject);
          resolve((server.address() as AddressInfo).port);
        });
      }),

    close: (graceMs) =>
      new Promise((resolve) => {
        closing = true;
        const cut = setTimeout(() => server.closeAllConnections(), graceMs);
        server.close(() => {
          clearTimeout(cut);
          resolve();
        });
        server.closeIdleConnections();
      }),
  };
}

const serverOptions = {
  maxHeaderSize: limits.headerBytes,
  headersTimeout: limits.headersMs,
  // Uploads through the proxy may take as long as they keep coming; upload-watch and `buffered` watch over bodies.
  requestTimeout: 0,
  keepAliveTimeout: limits.keepAliveMs,
  connectionsCheckingInterval: 1_000,
  requireHostHeader: true,
} as const;

/** A call of our own API: the body as a whole, the handler, the answer as a whole. */
async function buffered(
  handler: Handler,
  request: IncomingMessage,
  response: ServerResponse,
  resource: string,
  address: string,
): Promise<void> {
  const body = await wholeBody(request);
  const { statusCode, headers, body: text } = await handler(proxyEvent({ request, body, resource, address }), {});
  const bytes = Buffer.from(text);
  const length = request.method === "HEAD" ? {} : { "Content-Length": bytes.length };
  response.writeHead(statusCode, { ...(headers as Record<string, string>), ...length });
  response.end(request.method === "HEAD" ? undefined : bytes);
}

async function wholeBody(request: IncomingMessage): Promise<Buffer> {
  if (Number(request.headers["content-length"] ?? 0) > limits.ownBodyBytes) throw new ServiceError("body_too_large");
  const chunks: Buffer[] = [];
  let size = 0;
  const late = setTimeout(() => request.destroy(new ServiceError("request_timeout")), limits.ownRequestMs);
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > limits.ownBodyBytes) throw new ServiceError("body_too_large");
      chunks.push(chunk);
    }
  } finally {
    clearTimeout(late);
  }
  return Buffer.concat(chunks, size);
}

function refuseUnrouted(request: IncomingMessage, response: ServerResponse, methods: readonly string[]): void {
  if (methods.length > 0) response.setHeader("Allow", methods.join(", "));
  refuseOwn(
    request,
    response,
    new ServiceError((methods.length > 0 ? "method_not_allowed" : "route_not_found") satisfies ErrorName),
  );
}

/** A refusal of the gateway itself, in the shape that clients of the path understand. */
function refuseOwn(request: IncomingMessage, response: ServerResponse, error: ServiceError): void {
  if (response.headersSent || response.destroyed) {
    response.destroy();
    return;
  }
  // What is left of a body that nobody reads would be taken for the next request.
  if (!request.complete) response.setHeader("Connection", "close");
  if (/^\/[^/]+\/fmi\//.test(request.url ?? "")) {
    refuse(response as unknown as AnswerStream, error, "");
    return;
  }
  const { statusCode, headers, body } = errorAnswer(error);
  response.writeHead(statusCode, headers as Record<string, string>);
  response.end(request.method === "HEAD" ? undefined : body);
}

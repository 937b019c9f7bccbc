import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { behaviorFor, type DistributionConfig, type Origin } from "./cloudfront/distribution-config.ts";
import { errorCache } from "./cloudfront/error-cache.ts";
import { firstByte, usualFirstByteSeconds } from "./cloudfront/first-byte.ts";
import { type ViewerResponse, viewerFunctions } from "./cloudfront/viewer-functions.ts";
import { renamedHeaders } from "./gateway/renamed-headers.ts";
import { maxBodyBytes, sizeRefusal } from "./gateway/request-limits.ts";
import { payloadRefusal, streamLimit } from "./lambda/payload-limits.ts";

type Headers = Record<string, string | readonly string[]>;

export interface EdgeServerOptions {
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
  readonly distribution: DistributionConfig;
  /** Address of the functions by the ID of their origin. A path of another origin is answered with 404. */
  readonly origins: Readonly<Record<string, string>>;
  /** Code of each CloudFront Function by its ARN. */
  readonly functions?: Readonly<Record<string, string>>;
  /** True if the function for a path streams its answers. */
  readonly isStreamed: (path: string) => boolean;
  /** Bodies of API Gateway's own answers by type, such as `DEFAULT_4XX`. */
  readonly gatewayResponses?: Readonly<Record<string, string>>;
  /** Lambda@Edge function for answers of an origin. Header names are lowercase. */
  readonly onOriginResponse: (headers: Headers) => Promise<Headers>;
  /** Header in which a runtime that buffers streamed answers says after how many milliseconds one began. */
  readonly firstByteHeader?: string;
  readonly now?: () => number;
  readonly sleep?: (milliseconds: number) => Promise<void>;
  /** Maximum size of a streamed answer. Default: Lambda's. */
  readonly maxStreamBytes?: number;
}

export interface EdgeServer {
  readonly origin: string;
  stop(): Promise<void>;
}

interface Kept {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Buffer;
}

/** Answer of an origin whose body isn't read yet. */
interface Head {
  readonly status: number;
  readonly headers: Headers;
  readonly body: IncomingMessage;
}

/** Connection headers, which no proxy passes on. */
const hopHeaders = new Set([
  "connection",
  "keep-alive",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

/** Starts a server that does with a call what CloudFront, API Gateway and Lambda do before and after a function. */
export async function startEdgeServer(options: EdgeServerOptions): Promise<EdgeServer> {
  const {
    host,
    port,
    distribution,
    origins,
    isStreamed,
    onOriginResponse,
    firstByteHeader = "",
    maxStreamBytes,
  } = options;
  const { gatewayResponses = {}, functions = {}, now = Date.now, sleep = unrefPause } = options;
  const runViewerFunction = viewerFunctions(functions);
  const errors = errorCache<Kept>({ minSeconds: minSecondsOf(distribution), now });

  /** Answers instead of a function, as API Gateway does. */
  function refuse(outgoing: ServerResponse, status: number): void {
    const type = status === 413 ? "REQUEST_TOO_LARGE" : status < 500 ? "DEFAULT_4XX" : "DEFAULT_5XX";
    const body = gatewayResponses[type] ?? "{}";
    outgoing.writeHead(status, { "content-type": "application/json" }).end(body);
  }

  async function serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const { method = "GET", url = "/" } = incoming;
    const [uri = "/"] = url.split("?", 1);
    const behavior = behaviorFor(uri, distribution);
    const viewer = viewerHeaders(incoming);
    const viewed = runViewerFunction(behavior, { method, uri, headers: viewer });
    if ("statusCode" in viewed) return answerViewer(viewed, outgoing);
    const path = viewed.uri;
    const target = `${path}${url.slice(uri.length)}`;
    const origin = distribution.Origins.find(({ Id }) => Id === behavior.TargetOriginId);
    const address = origins[behavior.TargetOriginId];
    if (origin === undefined || address === undefined) return notFound(outgoing);
    const cached = errors.get(target);
    if (cached !== undefined) return void outgoing.writeHead(cached.status, forNode(cached.headers)).end(cached.body);

    const headers = { ...sentHeaders(incoming, origin, new URL(address).host), ...changed(viewer, viewed.headers) };
    const body = await bodyOf(incoming);
    const refusal = sizeRefusal({ method, target, headers, bodyBytes: body?.length ?? maxBodyBytes + 1 });
    if (refusal !== undefined || body === undefined) return refuse(outgoing, refusal ?? 413);
    const event = { path, headers, body: body.toString("base64") };
    if (payloadRefusal({ event }) !== undefined) return refuse(outgoing, 413);

    const sent = call(address, { method, target, headers, body });
    outgoing.once(
      "close",
      () =>
        void sent.then(
          (head) => head.body.destroy(),
          () => undefined,
        ),
    );
    const seconds = Number(origin.CustomOriginConfig?.OriginReadTimeout ?? usualFirstByteSeconds);
    const head = isStreamed(path) ? await sent : await firstByte(sent, { seconds, sleep });
    const begunMs = Number(head?.headers[firstByteHeader] ?? 0);
    if (head === undefined || begunMs > seconds * 1_000) {
      head?.body.destroy();
      return refuse(outgoing, 504);
    }
    await passOn(head, { method, target, path, runsAtEdge: hasFunction(behavior) }, outgoing);
  }

  async function passOn(
    { status, headers: { [firstByteHeader]: _, ...headers }, body }: Head,
    {
      method,
      target,
      path,
      runsAtEdge,
    }: { readonly method: string; readonly target: string; readonly path: string; readonly runsAtEdge: boolean },
    outgoing: ServerResponse,
  ): Promise<void> {
    const renamed = renamedHeaders(headers);
    const shown = runsAtEdge ? await onOriginResponse(lowercase(renamed)) : renamed;
    const isCacheable = status >= 400 && ["GET", "HEAD"].includes(method);
    if (isStreamed(path) && !isCacheable) {
      outgoing.writeHead(status, forNode(shown));
      body.pipe(streamLimit(maxStreamBytes).on("error", () => outgoing.destroy())).pipe(outgoing);
      body.once("error", () => outgoing.destroy());
      return;
    }
    const whole = await wholeOf(body);
    if (!isStreamed(path) && payloadRefusal({ answer: { headers, body: whole.toString("base64") } }) !== undefined)
      return refuse(outgoing, 502);
    if (isCacheable) errors.put(target, { status, headers: shown, body: whole });
    outgoing.writeHead(status, forNode(shown)).end(whole);
  }

  // CloudFront accepts more than API Gateway, which decides.
  const server = createServer({ maxHeaderSize: 65_536, keepAliveTimeout: 0 }, (incoming, outgoing) => {
    serve(incoming, outgoing).catch(() => {
      // The origin ended the connection.
      if (outgoing.headersSent) outgoing.destroy();
      else refuse(outgoing, 502);
    });
  });
  server.requestTimeout = 0;
  await new Promise<void>((resolve, reject) => server.once("error", reject).listen(port, host, resolve));
  const listening = server.address();
  if (listening === null || typeof listening === "string") throw new Error("A server on a port has an address");
  return {
    origin: `http://${host}:${listening.port}`,
    stop() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

function minSecondsOf({ CustomErrorResponses = [] }: DistributionConfig): Readonly<Record<number, number>> {
  return Object.fromEntries(
    CustomErrorResponses.flatMap(({ ErrorCode, ErrorCachingMinTTL }) =>
      ErrorCachingMinTTL === undefined ? [] : [[ErrorCode, Number(ErrorCachingMinTTL)]],
    ),
  );
}

function hasFunction({ LambdaFunctionAssociations = [] }: ReturnType<typeof behaviorFor>): boolean {
  return LambdaFunctionAssociations.some(({ EventType }) => EventType === "origin-response");
}

type Fields = Readonly<Record<string, { readonly value: string }>>;

/** Returns the headers of a request as a CloudFront Function gets them. Cookies aren't among them. */
function viewerHeaders({ headersDistinct: { cookie: _, ...headers } }: IncomingMessage): Fields {
  return Object.fromEntries(Object.entries(headers).map(([name, values = []]) => [name, { value: values.join(", ") }]));
}

/** Returns the headers that a CloudFront Function added or changed. */
function changed(before: Fields, after: Fields): Headers {
  return Object.fromEntries(
    Object.entries(after).flatMap(([name, { value }]) => (before[name]?.value === value ? [] : [[name, value]])),
  );
}

function answerViewer({ statusCode, headers = {}, body }: ViewerResponse, outgoing: ServerResponse): void {
  const fields = Object.entries(headers).map(([name, { value }]) => [name, value] as const);
  outgoing.writeHead(statusCode, Object.fromEntries(fields)).end(body);
}

/** Returns the headers that the origin gets: those of the viewer, with the addresses on the way, and the origin's own. */
function sentHeaders(incoming: IncomingMessage, { OriginCustomHeaders = [] }: Origin, originHost: string): Headers {
  const headers: Headers = {};
  const named = (incoming.headersDistinct.connection ?? []).flatMap((value) => value.split(","));
  const dropped = new Set([...hopHeaders, ...named.map((name) => name.trim().toLowerCase()), "host", "content-length"]);
  for (const [name, values = []] of Object.entries(incoming.headersDistinct))
    if (!dropped.has(name)) headers[name] = values;
  const viewer = incoming.socket.remoteAddress ?? "";
  // CloudFront appends the viewer's address, and API Gateway that of CloudFront: here the same.
  headers["x-forwarded-for"] = [...(incoming.headersDistinct["x-forwarded-for"] ?? []), viewer, viewer].join(", ");
  for (const { HeaderName, HeaderValue } of OriginCustomHeaders) headers[HeaderName.toLowerCase()] = HeaderValue;
  return { ...headers, host: originHost };
}

/** Returns a request's body; undefined if API Gateway doesn't accept one of its size. */
async function bodyOf(incoming: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of incoming) {
    bytes += chunk.length;
    if (bytes <= maxBodyBytes) chunks.push(chunk);
  }
  return bytes > maxBodyBytes ? undefined : Buffer.concat(chunks);
}

interface Call {
  readonly method: string;
  readonly target: string;
  readonly headers: Headers;
  readonly body: Buffer;
}

function call(address: string, { method, target, headers, body }: Call): Promise<Head> {
  return new Promise((resolve, reject) => {
    const length = body.length === 0 ? {} : { "content-length": String(body.length) };
    const sent = request(
      new URL(address),
      { method, path: target, headers: { ...forNode(headers), ...length } },
      (got) => {
        const kept: Headers = {};
        for (const [name, values = []] of Object.entries(got.headersDistinct))
          if (!hopHeaders.has(name)) kept[name] = values;
        resolve({ status: got.statusCode ?? 502, headers: kept, body: got });
      },
    );
    sent.once("error", reject).end(body);
  });
}

async function wholeOf(body: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Answers for an origin that isn't on this machine. */
function notFound(outgoing: ServerResponse): void {
  outgoing.writeHead(404, { "content-type": "text/plain" }).end("Not found\n");
}

function lowercase(headers: Headers): Headers {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

function forNode(headers: Headers): Record<string, string | string[]> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, typeof value === "string" ? value : [...value]]),
  );
}

function unrefPause(milliseconds: number): Promise<void> {
  return pause(milliseconds, undefined, { ref: false });
}

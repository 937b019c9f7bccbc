import { PassThrough, type Writable } from "node:stream";
import type { APIGatewayProxyEvent } from "aws-lambda";

/** Response head as API Gateway reads it from the prelude. */
interface Prelude {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly multiValueHeaders: Readonly<Record<string, readonly string[]>>;
}

/** Response read from Lambda's streaming protocol: JSON, eight zero bytes, then the body. */
export interface StreamedAnswer {
  readonly prelude: Prelude | undefined;
  readonly body: Buffer;
  /** True if the stream was ended, not destroyed. */
  readonly whole: boolean;
}

const delimiter = Buffer.alloc(8);

/** Stream that the runtime passes to a handler. It has the methods of a Writable but isn't one, and its head waits for the first write. */
type RuntimeStream = Pick<Writable, "write" | "end" | "destroy" | "on" | "once" | "off" | "emit"> & {
  _onBeforeFirstWrite?: (write: (chunk: string | Uint8Array) => void) => void;
  setContentType(type: string): void;
};

/**
 * Installs a stand-in for the streaming side of Lambda's Node runtime (aws-lambda-nodejs-runtime-interface-client 4): `streamifyResponse`
 * marks a handler, and `HttpResponseStream.from` writes the metadata prelude before the first write, if there is one.
 */
export function installStreamingRuntime(): void {
  const HttpResponseStream = {
    from(stream: RuntimeStream, metadata: unknown): RuntimeStream {
      stream.setContentType("application/vnd.awslambda.http-integration-response");
      stream._onBeforeFirstWrite = (write) => {
        write(JSON.stringify(metadata));
        write(delimiter);
      };
      return stream;
    },
  };
  Object.assign(globalThis, { awslambda: { streamifyResponse: (handler: unknown) => handler, HttpResponseStream } });
}

/** Returns a stream whose data arrives at `wire`, no faster than `wire` is read. */
function runtimeStream(wire: PassThrough): RuntimeStream {
  let hasWritten = false;
  const stream: RuntimeStream = {
    write: (chunk: unknown) => {
      if (!hasWritten) stream._onBeforeFirstWrite?.((bytes) => wire.write(bytes));
      hasWritten = true;
      return wire.write(chunk);
    },
    end: wire.end.bind(wire),
    destroy: wire.destroy.bind(wire),
    on: wire.on.bind(wire),
    once: wire.once.bind(wire),
    off: wire.off.bind(wire),
    emit: wire.emit.bind(wire),
    setContentType: () => undefined,
  };
  return stream;
}

type Streamed = (event: APIGatewayProxyEvent, stream: RuntimeStream, context: object) => Promise<void>;

/** Pending invocation of a streaming handler. */
export interface StreamedInvocation {
  /** Stream that Lambda reads. Nothing is read automatically; destroying it simulates a client that disconnects. */
  readonly wire: PassThrough;
  /**
   * Resolves to true if the response was ended, and to false if it was interrupted: the runtime then reports an error to Lambda after
   * the bytes already sent.
   */
  readonly over: Promise<boolean>;
}

export function beginStream(handler: unknown, event: APIGatewayProxyEvent): StreamedInvocation {
  const wire = new PassThrough({ highWaterMark: 16 * 1024 });
  wire.on("error", () => undefined); // The handler notices itself when the client disconnects.
  const invoked = async () => {
    try {
      await (handler as Streamed)(event, runtimeStream(wire), {});
    } catch {
      wire.destroy(); // The handler's own test checks the error; Lambda doesn't tell the caller about it.
      return false;
    }
    return wire.writableFinished;
  };
  return { wire, over: invoked() };
}

/** Invokes a streaming handler and reads its whole response. */
export async function invokeStream(handler: unknown, event: APIGatewayProxyEvent): Promise<StreamedAnswer> {
  const { wire, over } = beginStream(handler, event);
  const chunks: Buffer[] = [];
  const closed = new Promise<void>((resolve) => wire.once("close", resolve));
  wire.on("data", (chunk: Buffer) => chunks.push(chunk));
  const whole = await over;
  await closed;
  return { ...parted(Buffer.concat(chunks)), whole };
}

function parted(bytes: Buffer): Omit<StreamedAnswer, "whole"> {
  const border = bytes.indexOf(delimiter);
  if (border < 0) return { prelude: undefined, body: bytes };
  return {
    prelude: JSON.parse(bytes.subarray(0, border).toString("utf8")),
    body: bytes.subarray(border + delimiter.length),
  };
}

/** Returns the event that API Gateway's REST API creates from a call. */
export function restEvent(
  method: string,
  target: string,
  { headers = {}, body }: { headers?: Readonly<Record<string, string>>; body?: Buffer } = {},
): APIGatewayProxyEvent {
  const url = new URL(target, "http://gateway.test");
  const query: Record<string, string[]> = {};
  for (const [name, value] of url.searchParams) query[name] = [...(query[name] ?? []), value];
  return {
    resource: "/svc/fmi/data/{path+}",
    path: target.split("?")[0] ?? "",
    httpMethod: method,
    headers: { ...headers },
    multiValueHeaders: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]])),
    queryStringParameters: Object.fromEntries(url.searchParams),
    multiValueQueryStringParameters: query,
    pathParameters: null,
    stageVariables: null,
    body: body === undefined ? null : body.toString("base64"),
    isBase64Encoded: body !== undefined,
    requestContext: {
      requestId: "request-1",
      identity: { sourceIp: "203.0.113.9" },
    } as APIGatewayProxyEvent["requestContext"],
  };
}

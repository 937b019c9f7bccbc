import { PassThrough, type Writable } from "node:stream";
import type { APIGatewayProxyEvent } from "aws-lambda";

/** A head as API Gateway reads it from the prelude. */
interface Prelude {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly multiValueHeaders: Readonly<Record<string, readonly string[]>>;
}

/** What came through Lambda's streaming protocol: JSON, eight zero bytes, then the body. */
export interface StreamedAnswer {
  readonly prelude: Prelude | undefined;
  readonly body: Buffer;
  /** Whether the stream was ended rather than torn down. */
  readonly whole: boolean;
}

const delimiter = Buffer.alloc(8);

/**
 * Stands in for the streaming side of Lambda's Node runtime: `streamifyResponse` marks a handler, `HttpResponseStream.from`
 * writes the metadata prelude in front of the body, and the stream has backpressure.
 */
export function installStreamingRuntime(): void {
  const HttpResponseStream = {
    from(stream: Writable, metadata: unknown): Writable {
      stream.write(Buffer.concat([Buffer.from(JSON.stringify(metadata)), delimiter]));
      return stream;
    },
  };
  Object.assign(globalThis, { awslambda: { streamifyResponse: (handler: unknown) => handler, HttpResponseStream } });
}

type Streamed = (event: APIGatewayProxyEvent, stream: Writable, context: object) => Promise<void>;

/** Invokes a streaming handler and reads all of its answer. */
export async function invokeStream(handler: unknown, event: APIGatewayProxyEvent): Promise<StreamedAnswer> {
  const stream = new PassThrough({ highWaterMark: 16 * 1024 });
  const chunks: Buffer[] = [];
  stream.on("data", (chunk: Buffer) => chunks.push(chunk));
  const closed = new Promise<boolean>((resolve) => {
    stream.once("end", () => resolve(true));
    stream.once("close", () => resolve(false));
    stream.on("error", () => resolve(false));
  });
  await (handler as Streamed)(event, stream, {});
  return { ...parted(Buffer.concat(chunks)), whole: await closed };
}

function parted(bytes: Buffer): Omit<StreamedAnswer, "whole"> {
  const border = bytes.indexOf(delimiter);
  if (border < 0) return { prelude: undefined, body: bytes };
  return {
    prelude: JSON.parse(bytes.subarray(0, border).toString("utf8")),
    body: bytes.subarray(border + delimiter.length),
  };
}

/** An event as API Gateway's REST API makes it from a call. */
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

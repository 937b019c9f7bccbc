import type { IncomingMessage, ServerResponse } from "node:http";
import type { Handler } from "../functions/edge/serve.ts";
import { ServiceError } from "../shared/contract/errors.ts";
import { proxyEvent } from "./event.ts";
import type { GatewayLimits } from "./gateway-limits.ts";

interface OwnCall {
  readonly handler: Handler;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** The route's template with the prefix that the caller used. */
  readonly resource: string;
  readonly address: string;
}

type BodyLimits = Pick<GatewayLimits, "ownBodyBytes" | "ownRequestMs">;

/** A call of our own API: the body as a whole, the handler, the answer as a whole. @throws ServiceError */
export async function answerOwnCall(
  { handler, request, response, resource, address }: OwnCall,
  limits: BodyLimits,
): Promise<void> {
  const body = await wholeBody(request, limits);
  const { statusCode, headers, body: text } = await handler(proxyEvent({ request, body, resource, address }), {});
  const bytes = Buffer.from(text);
  const length = request.method === "HEAD" ? {} : { "Content-Length": bytes.length };
  response.writeHead(statusCode, { ...(headers as Record<string, string>), ...length });
  response.end(request.method === "HEAD" ? undefined : bytes);
}

/** Leaves the connection open when it gives up, so that the refusal can be read. */
function wholeBody(request: IncomingMessage, { ownBodyBytes, ownRequestMs }: BodyLimits): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const chunks: Buffer[] = [];
  let size = 0;
  const late = setTimeout(() => reject(new ServiceError("request_timeout")), ownRequestMs);
  request.on("data", (chunk: Buffer) => {
    size += chunk.length;
    if (size > ownBodyBytes) {
      chunks.length = 0;
      reject(new ServiceError("body_too_large"));
    } else chunks.push(chunk);
  });
  request.once("end", () => resolve(Buffer.concat(chunks, size)));
  // The client left; nobody is there to be refused.
  request.once("error", reject);
  if (Number(request.headers["content-length"] ?? 0) > ownBodyBytes) reject(new ServiceError("body_too_large"));
  return promise.finally(() => clearTimeout(late));
}

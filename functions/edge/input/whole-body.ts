import { ServiceError } from "#shared/contract/errors.ts";
import type { HttpCall } from "#shared/ports/http-call.ts";
import { headerIn } from "../headers.ts";

const mostBytes = 1_000_000;

/**
 * A body as a whole, within `bodyMs`. The connection stays open when it is given up, so that the refusal can be read, and what still
 * comes is thrown away. @throws ServiceError body_too_large, request_timeout
 */
export function wholeBody({ body, headers }: Pick<HttpCall, "body" | "headers">, bodyMs: number): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const chunks: Buffer[] = [];
  let size = 0;
  const giveUp = (error: ServiceError) => {
    chunks.length = 0;
    size = mostBytes + 1;
    reject(error);
  };
  const late = setTimeout(() => giveUp(new ServiceError("request_timeout")), bodyMs);
  // The client has gone: the refusal is for the log.
  const broken = (cause?: Error) => giveUp(new ServiceError("request_refused", { cause }));
  body.on("data", (chunk: Buffer) => {
    size += chunk.length;
    if (size <= mostBytes) chunks.push(chunk);
    else giveUp(new ServiceError("body_too_large"));
  });
  body.once("end", () => resolve(Buffer.concat(chunks)));
  body.once("error", broken);
  body.once("close", () => broken());
  if (Number(headerIn(headers, "content-length") ?? 0) > mostBytes) giveUp(new ServiceError("body_too_large"));
  return promise.finally(() => clearTimeout(late));
}

import { ServiceError } from "#shared/contract/errors.ts";
import type { HttpCall } from "#shared/ports/http-call.ts";

/** How much of a body is taken, and how long it may take to arrive. */
export interface BodyLimits {
  readonly mostBytes: number;
  readonly bodyMs: number;
  /** What Content-Length says, where it was sent. */
  readonly declaredBytes?: number;
}

/**
 * A body as a whole, within `bodyMs`. The connection stays open when it is given up, so that the refusal can be read, and what still
 * comes is thrown away. @throws ServiceError body_too_large, request_timeout
 */
export function wholeBody(
  body: HttpCall["body"],
  { mostBytes, bodyMs, declaredBytes = 0 }: BodyLimits,
): Promise<Buffer> {
  // No body was announced, and no event will tell of its end.
  if (body.readableEnded) return Promise.resolve(Buffer.alloc(0));
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
  const closed = () => broken();
  body.once("end", () => {
    // It closes once it was read, too.
    body.off("close", closed);
    resolve(Buffer.concat(chunks));
  });
  body.once("error", broken);
  body.once("close", closed);
  if (declaredBytes > mostBytes) giveUp(new ServiceError("body_too_large"));
  return promise.finally(() => clearTimeout(late));
}

import { ServiceError } from "#shared/contract/errors.ts";
import type { HttpCall } from "#shared/ports/http-call.ts";

/** Limits of a body's size and of the time until it has arrived. */
export interface BodyLimits {
  readonly maxBytes: number;
  readonly bodyMs: number;
  /** Declared Content-Length, if any. */
  readonly declaredBytes?: number;
}

/**
 * Reads a whole body within `bodyMs`. If it is rejected, the connection stays open so that the client can read the refusal, and the
 * rest is discarded.
 * @throws ServiceError body_too_large, request_timeout
 */
export function wholeBody(
  body: HttpCall["body"],
  { maxBytes, bodyMs, declaredBytes = 0 }: BodyLimits,
): Promise<Buffer> {
  // No body was announced, and there will be no event for its end.
  if (body.readableEnded) return Promise.resolve(Buffer.alloc(0));
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const chunks: Buffer[] = [];
  let size = 0;
  const giveUp = (error: ServiceError) => {
    chunks.length = 0;
    size = maxBytes + 1;
    reject(error);
  };
  const late = setTimeout(() => giveUp(new ServiceError("request_timeout")), bodyMs);
  // The client is gone, so the refusal is only for the log.
  const broken = (cause?: Error) => giveUp(new ServiceError("request_refused", { cause }));
  body.on("data", (chunk: Buffer) => {
    size += chunk.length;
    if (size <= maxBytes) chunks.push(chunk);
    else giveUp(new ServiceError("body_too_large"));
  });
  const closed = () => broken();
  body.once("end", () => {
    // It also closes after it has been read.
    body.off("close", closed);
    resolve(Buffer.concat(chunks));
  });
  body.once("error", broken);
  body.once("close", closed);
  if (declaredBytes > maxBytes) giveUp(new ServiceError("body_too_large"));
  return promise.finally(() => clearTimeout(late));
}

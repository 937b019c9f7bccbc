import { Transform } from "node:stream";

/** Maximum size of a request's event, and of a buffered answer, in bytes. */
export const maxPayloadBytes = 6 * 1024 * 1024;
/** Maximum size of a streamed answer in bytes, and the part of it that isn't slowed down. */
export const maxStreamBytes = 200 * 1024 * 1024;
const fullSpeedBytes = 6 * 1024 * 1024;
const slowBytesPerSecond = 2 * 1024 * 1024;

/**
 * Returns the status of a call whose payload Lambda doesn't accept: 413 for an event, 502 of API Gateway for a buffered answer. Undefined
 * if the payload is small enough. https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html
 */
export function payloadRefusal(
  payload: { readonly event: unknown } | { readonly answer: unknown },
): number | undefined {
  const isEvent = "event" in payload;
  const bytes = Buffer.byteLength(JSON.stringify(isEvent ? payload.event : payload.answer));
  if (bytes <= maxPayloadBytes) return undefined;
  return isEvent ? 413 : 502;
}

/**
 * Passes on a streamed answer up to Lambda's limit. Then the stream breaks: a client that knows the length sees that bytes are missing.
 * https://docs.aws.amazon.com/lambda/latest/dg/configuration-response-streaming.html
 */
export function streamLimit(maxBytes = maxStreamBytes): Transform {
  let bytes = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes > maxBytes) done(new Error("Lambda ended a streamed answer at its limit"));
      else done(null, chunk);
    },
  });
}

/** Returns the least time that a streamed answer takes, in milliseconds. */
export function streamedMs(bytes: number): number {
  return (Math.max(0, bytes - fullSpeedBytes) / slowBytesPerSecond) * 1_000;
}

import { errorEntry, type ServiceError } from "../contract/errors.ts";
import type { AnswerStream } from "./proxy-call.ts";

/** Our own error in the shape of the Data API, with FileMaker's code where clients act on one. Answers how many bytes that took. */
export function refuse(answer: AnswerStream, error: ServiceError, requestId: string): number {
  const { code, fileMakerCode } = errorEntry(error.error);
  const envelope = {
    messages: [{ code: fileMakerCode ?? String(code), message: error.text }],
    response: error.response,
  };
  const body = Buffer.from(JSON.stringify(envelope));
  answer.writeHead(error.status, [
    "Content-Type",
    "application/json; charset=utf-8",
    "Content-Length",
    String(body.length),
    "Cache-Control",
    "no-store",
    "Referrer-Policy",
    "no-referrer",
    "X-Content-Type-Options",
    "nosniff",
    "X-Request-Id",
    requestId,
    ...(error.retryAfterSeconds === undefined ? [] : ["Retry-After", String(error.retryAfterSeconds)]),
  ]);
  answer.end(body);
  return body.length;
}

/** An answer of ours in the shape of the Data API. */
export function answerJson(answer: AnswerStream, response: object, headers: readonly string[] = []): number {
  const body = Buffer.from(JSON.stringify({ response, messages: [{ code: "0", message: "OK" }] }));
  answer.writeHead(200, [
    "Content-Type",
    "application/json; charset=utf-8",
    "Content-Length",
    String(body.length),
    "Cache-Control",
    "no-store",
    "Referrer-Policy",
    "no-referrer",
    ...headers,
  ]);
  answer.end(body);
  return body.length;
}

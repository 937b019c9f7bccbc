import { errors, type ServiceError } from "#shared/contract/errors.ts";
import { type Client, rateLimitHeaders } from "#shared/contract/rate-limit.ts";
import { ownHeaderList } from "#shared/http/own-headers.ts";
import type { AnswerStream } from "#shared/ports/http-call.ts";

type Shape = (code: string, error: ServiceError) => object;

/** Error format of each API, by its path segment after `/fmi/`. */
const shapes: Readonly<Record<string, Shape>> = {
  odata: (code, { text }) => ({ error: { code, message: text } }),
  admin: (code, { text, response }) => ({ messages: [{ code, text }], response }),
};

const dataApiShape: Shape = (code, { text, response }) => ({ messages: [{ code, message: text }], response });

/** Returns the body of an error in the format of the API that was called. `target` is the path after the service prefix. */
export function refusalBody(error: ServiceError, target: string): Buffer {
  const { code, fileMakerCode } = errors[error.error];
  const shape = shapes[apiOf(target)] ?? dataApiShape;
  return Buffer.from(JSON.stringify(shape(fileMakerCode ?? String(code), error)));
}

function apiOf(target: string): string {
  return /^\/fmi\/(\w+)/.exec(target)?.[1] ?? "";
}

/** Returns the part of a path below FileMaker's APIs, after any prefix. Undefined for other paths. */
export function proxiedPart(url: string): string | undefined {
  return /^(?:\/[^/]+)??\/*(\/fmi\/.*)/.exec(url)?.[1];
}

/** Facts about the call for the error response. */
interface Refused {
  readonly requestId: string;
  /** Request target after the service prefix. */
  readonly target: string;
  readonly limits?: Client["limits"];
  /** Methods that the API supports, if the call's method isn't one of them. */
  readonly allowed?: readonly string[];
}

/**
 * Sends one of our errors in the format of the API that was called, with FileMaker's code where clients act on it. Returns the size of
 * the body in bytes.
 */
export function refuse(
  answer: AnswerStream,
  error: ServiceError,
  { requestId, target, limits, allowed = [] }: Refused,
): number {
  const body = refusalBody(error, target);
  answer.writeHead(error.proxyStatus, [
    "Content-Type",
    "application/json; charset=utf-8",
    "Content-Length",
    String(body.length),
    ...ownHeaderList,
    "X-Request-Id",
    requestId,
    ...(error.retryAfterSeconds === undefined ? [] : ["Retry-After", String(error.retryAfterSeconds)]),
    ...rateLimitHeaders(limits).flat(),
    ...(allowed.length > 0 ? ["Allow", allowed.join(", ")] : []),
    // Programs ask the user for an account when they get a challenge, as FileMaker Server sends one for OData.
    ...(apiOf(target) === "odata" && error.status === 401 ? ["WWW-Authenticate", 'Basic realm="FileMaker OData"'] : []),
  ]);
  answer.end(body);
  return body.length;
}

/** Sends one of our own results in the format of the Data API. Returns the size of the body in bytes. */
export function answerJson(answer: AnswerStream, response: object, headers: readonly string[] = []): number {
  const body = Buffer.from(JSON.stringify({ response, messages: [{ code: "0", message: "OK" }] }));
  answer.writeHead(200, [
    "Content-Type",
    "application/json; charset=utf-8",
    "Content-Length",
    String(body.length),
    ...ownHeaderList,
    ...headers,
  ]);
  answer.end(body);
  return body.length;
}
